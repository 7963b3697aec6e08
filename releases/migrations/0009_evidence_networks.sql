CREATE TABLE "releases"."failing_network" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "failing_network_environment_part_version_number_pk" PRIMARY KEY("environment","part","version","number")
);
--> statement-breakpoint
ALTER TABLE "releases"."failing_network" ADD CONSTRAINT "failing_network_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;