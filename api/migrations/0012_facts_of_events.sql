ALTER TABLE "api"."events" ADD COLUMN "time" text;--> statement-breakpoint
ALTER TABLE "api"."events" ADD COLUMN "fee" text;