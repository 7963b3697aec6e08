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
ALTER TABLE "releases"."edge" ADD CONSTRAINT "edge_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;