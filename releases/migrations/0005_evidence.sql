CREATE TABLE "releases"."evidence" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"composition" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"metric" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "evidence_environment_part_version_composition_minute_metric_pk" PRIMARY KEY("environment","part","version","composition","minute","metric")
);
--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD COLUMN "candidate_since" text;--> statement-breakpoint
ALTER TABLE "releases"."evidence" ADD CONSTRAINT "evidence_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_minute" ON "releases"."evidence" USING btree ("minute");