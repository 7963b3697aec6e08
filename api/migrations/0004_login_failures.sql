CREATE TABLE "api"."login_failures" (
	"phone_digest" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "login_failures_by_age" ON "api"."login_failures" USING btree ("since");