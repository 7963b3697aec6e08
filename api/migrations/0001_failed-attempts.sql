CREATE TABLE "api"."failed_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone_digest" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP TABLE "api"."login_failures" CASCADE;--> statement-breakpoint
CREATE INDEX "failed_attempts_by_phone" ON "api"."failed_attempts" USING btree ("phone_digest");--> statement-breakpoint
CREATE INDEX "failed_attempts_by_age" ON "api"."failed_attempts" USING btree ("at");