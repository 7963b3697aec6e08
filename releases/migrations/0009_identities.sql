CREATE TABLE "releases"."identity" (
	"name" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"audience" text NOT NULL,
	"claims" jsonb NOT NULL,
	"role" text NOT NULL,
	"part" text,
	"environment" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases"."token" ADD COLUMN "of_identity" boolean DEFAULT false NOT NULL;