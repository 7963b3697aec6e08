CREATE TABLE "releases"."composition" (
	"id" text PRIMARY KEY NOT NULL,
	"versions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases"."edge" (
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"served" text,
	"latest" text,
	"reason" text,
	"since" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "edge_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "releases"."environment" (
	"name" text PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases"."event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases"."event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"refused" boolean DEFAULT false NOT NULL,
	"actor" text,
	"environment" text,
	"part" text,
	"version" text,
	"from" jsonb,
	"to" jsonb,
	"composition" text,
	"reason" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "releases"."failing_network" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "failing_network_environment_part_version_number_pk" PRIMARY KEY("environment","part","version","number")
);
--> statement-breakpoint
CREATE TABLE "releases"."gate_result" (
	"release" uuid NOT NULL,
	"beside" uuid NOT NULL,
	"checks" jsonb NOT NULL,
	"passed" boolean NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gate_result_release_beside_pk" PRIMARY KEY("release","beside")
);
--> statement-breakpoint
CREATE TABLE "releases"."live_composition" (
	"environment" text NOT NULL,
	"composition" text NOT NULL,
	"partial" boolean NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_composition_environment_composition_pk" PRIMARY KEY("environment","composition")
);
--> statement-breakpoint
CREATE TABLE "releases"."opened" (
	"environment" text NOT NULL,
	"composition" text NOT NULL,
	"parts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_environment_composition_pk" PRIMARY KEY("environment","composition")
);
--> statement-breakpoint
CREATE TABLE "releases"."release" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"integrity" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"published_by" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"last_named_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "release_part_version" UNIQUE("part","version")
);
--> statement-breakpoint
CREATE TABLE "releases"."release_file" (
	"release" uuid NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"integrity" text NOT NULL,
	"brotli_size" bigint,
	"stored_at" timestamp with time zone,
	CONSTRAINT "release_file_release_path_pk" PRIMARY KEY("release","path")
);
--> statement-breakpoint
CREATE TABLE "releases"."report" (
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"about" jsonb NOT NULL,
	CONSTRAINT "report_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "releases"."rollout" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"stable" text NOT NULL,
	"candidate" text,
	"traffic" double precision DEFAULT 0 NOT NULL,
	"salt" text NOT NULL,
	"group" text,
	"strategy" jsonb,
	"candidate_since" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"history" jsonb NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollout_environment_part_pk" PRIMARY KEY("environment","part"),
	CONSTRAINT "rollout_traffic" CHECK ("releases"."rollout"."traffic" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "releases"."secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
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
CREATE TABLE "releases"."token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"role" text NOT NULL,
	"part" text,
	"environment" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "token_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "releases"."edge" ADD CONSTRAINT "edge_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."event" ADD CONSTRAINT "event_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."evidence" ADD CONSTRAINT "evidence_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."failing_network" ADD CONSTRAINT "failing_network_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."gate_result" ADD CONSTRAINT "gate_result_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."gate_result" ADD CONSTRAINT "gate_result_beside_release_id_fk" FOREIGN KEY ("beside") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."live_composition" ADD CONSTRAINT "live_composition_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."live_composition" ADD CONSTRAINT "live_composition_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."opened" ADD CONSTRAINT "opened_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."opened" ADD CONSTRAINT "opened_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."release_file" ADD CONSTRAINT "release_file_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."report" ADD CONSTRAINT "report_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_part_stable_release_part_version_fk" FOREIGN KEY ("part","stable") REFERENCES "releases"."release"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_part_candidate_release_part_version_fk" FOREIGN KEY ("part","candidate") REFERENCES "releases"."release"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."stop" ADD CONSTRAINT "stop_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "composition_versions" ON "releases"."composition" USING gin ("versions" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "event_environment" ON "releases"."event" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "event_part" ON "releases"."event" USING btree ("part","id");--> statement-breakpoint
CREATE INDEX "evidence_minute" ON "releases"."evidence" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "report_id" ON "releases"."report" USING btree ("id");--> statement-breakpoint
CREATE FUNCTION "releases"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'events are append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "releases"."event"
	FOR EACH STATEMENT EXECUTE FUNCTION "releases"."refuse_change"();
--> statement-breakpoint
INSERT INTO "releases"."environment" ("name") VALUES ('production'), ('staging');
