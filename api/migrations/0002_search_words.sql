CREATE TABLE "api"."search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"items" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "api"."search_words" USING gin ("word" gin_trgm_ops);