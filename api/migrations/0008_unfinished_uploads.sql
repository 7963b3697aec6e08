CREATE TABLE "api"."unfinished_uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unfinished_uploads_by_age" ON "api"."unfinished_uploads" USING btree ("begun_at");