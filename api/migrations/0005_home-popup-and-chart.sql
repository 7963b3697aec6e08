CREATE TABLE "api"."charts" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"unit" text NOT NULL,
	"points" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important" text;--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important_from" date;--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important_to" date;--> statement-breakpoint
ALTER TABLE "api"."services" ADD COLUMN "url" text;