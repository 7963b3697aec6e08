DROP INDEX "api"."main_news_by_date";--> statement-breakpoint
DROP INDEX "api"."media_items_by_category";--> statement-breakpoint
DROP INDEX "api"."news_by_category";--> statement-breakpoint
DROP INDEX "api"."publications_by_category";--> statement-breakpoint
CREATE INDEX "main_news_by_date" ON "api"."main_news" USING btree ("date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_items_by_category" ON "api"."media_items" USING btree ("category","date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "news_by_category" ON "api"."news" USING btree ("category","date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "publications_by_category" ON "api"."publications" USING btree ("category","date" DESC NULLS FIRST);