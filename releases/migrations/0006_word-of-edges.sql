ALTER TABLE "releases"."opened" DROP CONSTRAINT "opened_composition_composition_id_fk";
--> statement-breakpoint
ALTER TABLE "releases"."opened" ADD COLUMN "versions" jsonb;
--> statement-breakpoint
UPDATE "releases"."opened" SET "versions" = "composition"."versions" FROM "releases"."composition" WHERE "composition"."id" = "opened"."composition";
--> statement-breakpoint
ALTER TABLE "releases"."opened" ALTER COLUMN "versions" SET NOT NULL;
--> statement-breakpoint
-- What edges alone had said.
DELETE FROM "releases"."composition" WHERE NOT EXISTS (SELECT FROM "releases"."live_composition" WHERE "live_composition"."composition" = "composition"."id") AND NOT EXISTS (SELECT FROM "releases"."event" WHERE "event"."composition" = "composition"."id");
