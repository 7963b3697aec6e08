-- Ranking reads the words of every title that is found. Kept beside the table, as long rows are, each is two more pages.
ALTER TABLE "api"."search_items" ALTER COLUMN "title_words" SET STORAGE MAIN;--> statement-breakpoint
UPDATE "api"."search_items" SET "title_words" = "title_words" || ''::tsvector;
