ALTER TABLE "releases"."edge" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "releases"."edge" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "releases"."edge" ADD COLUMN "composition" text;--> statement-breakpoint
ALTER TABLE "releases"."edge" ADD COLUMN "unusable" jsonb DEFAULT '{}'::jsonb NOT NULL;