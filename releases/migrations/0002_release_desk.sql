CREATE TABLE "releases"."live_composition" (
	"environment" text NOT NULL,
	"composition" text NOT NULL,
	"partial" boolean NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_composition_environment_composition_pk" PRIMARY KEY("environment","composition")
);
--> statement-breakpoint
CREATE TABLE "releases"."stop" (
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"part" text NOT NULL,
	"reason" text NOT NULL,
	"notice" text,
	"by" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "stop_environment_kind_part_pk" PRIMARY KEY("environment","kind","part")
);
--> statement-breakpoint
ALTER TABLE "releases"."event" ADD COLUMN "from" jsonb;--> statement-breakpoint
ALTER TABLE "releases"."event" ADD COLUMN "to" jsonb;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD COLUMN "live" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "releases"."live_composition" ADD CONSTRAINT "live_composition_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."live_composition" ADD CONSTRAINT "live_composition_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."stop" ADD CONSTRAINT "stop_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "releases"."live_composition" ("environment", "composition", "partial", "first_at", "last_at")
	SELECT "environment", "composition", false, min("at"), max("at") FROM "releases"."event"
	WHERE "environment" IS NOT NULL AND "composition" IS NOT NULL AND NOT "refused" GROUP BY 1, 2;
