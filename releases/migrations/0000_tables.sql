CREATE TABLE "releases"."composition" (
	"id" text PRIMARY KEY NOT NULL,
	"versions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"composition" text,
	"reason" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
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
CREATE TABLE "releases"."rollout" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"stable" text NOT NULL,
	"candidate" text,
	"traffic" double precision DEFAULT 0 NOT NULL,
	"salt" text NOT NULL,
	"group" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"history" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollout_environment_part_pk" PRIMARY KEY("environment","part"),
	CONSTRAINT "rollout_traffic" CHECK ("releases"."rollout"."traffic" between 0 and 100)
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
ALTER TABLE "releases"."event" ADD CONSTRAINT "event_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."release_file" ADD CONSTRAINT "release_file_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_part_stable_release_part_version_fk" FOREIGN KEY ("part","stable") REFERENCES "releases"."release"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."rollout" ADD CONSTRAINT "rollout_part_candidate_release_part_version_fk" FOREIGN KEY ("part","candidate") REFERENCES "releases"."release"("part","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_environment" ON "releases"."event" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "event_part" ON "releases"."event" USING btree ("part","id");