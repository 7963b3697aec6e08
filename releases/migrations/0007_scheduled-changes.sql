CREATE TABLE "releases"."scheduled_change" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"part" text,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"token" uuid NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "releases"."scheduled_change" ADD CONSTRAINT "scheduled_change_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_change_state" ON "releases"."scheduled_change" USING btree ("state","at");