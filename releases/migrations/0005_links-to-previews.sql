CREATE TABLE "releases"."preview_link" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"part" text,
	"what" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases"."preview_link" ADD CONSTRAINT "preview_link_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;