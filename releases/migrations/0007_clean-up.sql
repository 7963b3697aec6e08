ALTER TABLE "releases"."release" ADD COLUMN "last_named_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "releases"."release" ADD COLUMN "removed_at" timestamp with time zone;