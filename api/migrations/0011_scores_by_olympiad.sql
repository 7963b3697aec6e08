-- A participant is found by the digits of the phone number, however it was typed: numbers that were stored as they were
-- typed are written so. Of answers to one question that are the same participant's now, the last one stays.
CREATE FUNCTION "api"."phone_key"(typed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN typed !~ '^\s*[-−]' AND digits ~ '^[0-9]{10,11}$' THEN digits ELSE typed END
  FROM (
    SELECT regexp_replace(regexp_replace(normalize(typed, NFKC), '[][\s()‐‑‒–—―-]', '', 'g'), '^(\+44|0044)0?', '0') AS digits
  ) AS written
$$;--> statement-breakpoint
DELETE FROM "api"."quiz_answers" AS earlier USING "api"."quiz_answers" AS later
WHERE earlier."name" = later."name" AND earlier."question" = later."question" AND earlier."phone" <> later."phone"
  AND "api"."phone_key"(earlier."phone") = "api"."phone_key"(later."phone")
  AND (earlier."created_at", earlier."phone") < (later."created_at", later."phone");--> statement-breakpoint
UPDATE "api"."quiz_answers" SET "phone" = "api"."phone_key"("phone") WHERE "phone" <> "api"."phone_key"("phone");--> statement-breakpoint
DROP FUNCTION "api"."phone_key"(text);--> statement-breakpoint
-- Scores are counted anew, one for each olympiad. The keys of names come from the old ones: no SQL makes them.
DROP INDEX "api"."quiz_scores_by_name";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_phone_end";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_result";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_total";--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" DROP CONSTRAINT "quiz_scores_name_phone_pk";--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" ADD COLUMN "olympiad" text collate "C";--> statement-breakpoint
INSERT INTO "api"."quiz_scores" ("name", "phone", "olympiad", "name_key", "phone_end", "correct_answers", "total_question")
SELECT "name", "phone", "olympiad", "name_key",
  CASE WHEN length(regexp_replace("phone", '[^0-9]', '', 'g')) > 6 THEN right(regexp_replace("phone", '[^0-9]', '', 'g'), 3) ELSE '' END,
  count(*) FILTER (WHERE "correct"), count(*)
FROM "api"."quiz_answers"
JOIN (SELECT DISTINCT ON ("name") "name", "name_key" FROM "api"."quiz_scores") AS keys USING ("name")
GROUP BY "name", "phone", "olympiad", "name_key";--> statement-breakpoint
DELETE FROM "api"."quiz_scores" WHERE "olympiad" IS NULL;--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" ALTER COLUMN "olympiad" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" ADD CONSTRAINT "quiz_scores_name_phone_olympiad_pk" PRIMARY KEY("name","phone","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_name" ON "api"."quiz_scores" USING btree ("name_key","name","phone_end","correct_answers" DESC NULLS FIRST,"total_question","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_phone_end" ON "api"."quiz_scores" USING btree ("phone_end","name_key","name","correct_answers" DESC NULLS FIRST,"total_question","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_result" ON "api"."quiz_scores" USING btree ("correct_answers" DESC NULLS FIRST,"total_question","name_key","name","phone_end","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_total" ON "api"."quiz_scores" USING btree ("total_question","correct_answers" DESC NULLS FIRST,"name_key","name","phone_end","olympiad");
