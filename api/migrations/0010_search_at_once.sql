-- What is new in an index is sorted in at once: later, the embedded database has nobody who does it, and each search
-- read all of it. Titles are read for whatever is found, so they are kept beside what else is read of a row.
DROP INDEX "api"."search_items_by_title";--> statement-breakpoint
ALTER INDEX "api"."search_items_by_words" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "api"."search_words_alike" SET (fastupdate = off);--> statement-breakpoint
SELECT gin_clean_pending_list('api.search_items_by_words'), gin_clean_pending_list('api.search_words_alike');--> statement-breakpoint
ALTER TABLE "api"."search_items" ALTER COLUMN "plain_title" SET STORAGE MAIN;--> statement-breakpoint
UPDATE "api"."search_items" SET "plain_title" = "plain_title" || '';
