ALTER TABLE "api"."forms" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "api"."forms" ADD COLUMN "keep_days" integer;