CREATE TABLE "releases"."address" (
	"environment" text NOT NULL,
	"pattern" text NOT NULL,
	"part" text NOT NULL,
	"by" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_environment_pattern_part_pk" PRIMARY KEY("environment","pattern","part")
);
--> statement-breakpoint
ALTER TABLE "releases"."address" ADD CONSTRAINT "address_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What is live belongs to the parts that have it.
INSERT INTO "releases"."address" ("environment", "pattern", "part", "by")
SELECT DISTINCT live."environment", page ->> 'pattern', live."part", 'migration'
FROM "releases"."rollout" AS live
JOIN "releases"."release" AS made ON made."part" = live."part"
	AND (made."version" = live."stable" OR (made."version" = live."candidate" AND live."traffic" > 0))
CROSS JOIN jsonb_array_elements(made."manifest" -> 'pages') AS page
WHERE live."live" AND made."manifest" ->> 'kind' = 'section';
