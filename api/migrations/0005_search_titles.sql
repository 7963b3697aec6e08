-- Made anew from the content.
DELETE FROM "api"."search_items";--> statement-breakpoint
DELETE FROM "api"."search_words";--> statement-breakpoint
ALTER TABLE "api"."search_items" ADD COLUMN "title_words" "tsvector" NOT NULL;--> statement-breakpoint
-- Texts stand beside the table, so that looking through all titles reads few pages.
ALTER TABLE "api"."search_items" SET (toast_tuple_target = 256);
