CREATE SCHEMA IF NOT EXISTS "api";
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS citext;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE TABLE "api"."login_failures" (
	"phone_digest" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_digest" text NOT NULL,
	"previous_digest" text,
	"rotated_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_digest_unique" UNIQUE("token_digest"),
	CONSTRAINT "sessions_previous_digest_unique" UNIQUE("previous_digest")
);
--> statement-breakpoint
CREATE TABLE "api"."users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" "citext" NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "api"."abouts" (
	"slug" text PRIMARY KEY NOT NULL,
	"first_image" text NOT NULL,
	"sec_image" text NOT NULL,
	"tagline" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."content_revision" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."counters" (
	"slug" text PRIMARY KEY NOT NULL,
	"first_value" text NOT NULL,
	"first_title" text NOT NULL,
	"sec_value" text NOT NULL,
	"sec_title" text NOT NULL,
	"third_value" text NOT NULL,
	"third_title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."donations" (
	"slug" text PRIMARY KEY NOT NULL,
	"first_image" text NOT NULL,
	"sec_image" text NOT NULL,
	"tagline" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."gallery" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"areas" text[] NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"link" text,
	"keyword" text
);
--> statement-breakpoint
CREATE TABLE "api"."home" (
	"slug" text PRIMARY KEY NOT NULL,
	"banner" text NOT NULL,
	"banner_tall" text,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"keyword" text,
	"film_title" text,
	"film_description" text,
	"film_image" text
);
--> statement-breakpoint
CREATE TABLE "api"."initiatives" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"first_image" text NOT NULL,
	"title" text NOT NULL,
	"short_description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."main_news" (
	"slug" text PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL,
	"featured" integer
);
--> statement-breakpoint
CREATE TABLE "api"."media_categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."media_items" (
	"slug" text PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL,
	"link" text,
	"keyword" text
);
--> statement-breakpoint
CREATE TABLE "api"."news" (
	"slug" text PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."publication_categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."publications" (
	"slug" text PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."reviews" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"areas" text[] NOT NULL,
	"image" text NOT NULL,
	"reviewer_name" text NOT NULL,
	"designation" text NOT NULL,
	"organization" text NOT NULL,
	"review" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."services" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"icon" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."sponsors" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"areas" text[] NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."team_members" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"image" text NOT NULL,
	"name" text NOT NULL,
	"designation" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."courses" (
	"slug" text PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"link" text,
	"form" text
);
--> statement-breakpoint
CREATE TABLE "api"."events" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"image" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date_from" date NOT NULL,
	"date_to" date NOT NULL,
	"open" boolean NOT NULL,
	"form" text,
	"place" text,
	"time" text,
	"fee" text,
	CONSTRAINT "events_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "events_end_after_start" CHECK ("api"."events"."date_to" >= "api"."events"."date_from")
);
--> statement-breakpoint
CREATE TABLE "api"."forms" (
	"slug" text PRIMARY KEY NOT NULL,
	"form_name" text NOT NULL,
	"submission_form" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."questions" (
	"id" integer PRIMARY KEY NOT NULL,
	"olympiad" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"question" text NOT NULL,
	"option1" text NOT NULL,
	"option2" text NOT NULL,
	"option3" text NOT NULL,
	"answer" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."quiz_answers" (
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"question" integer NOT NULL,
	"olympiad" text NOT NULL,
	"selected" text,
	"correct" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quiz_answers_name_phone_question_pk" PRIMARY KEY("name","phone","question")
);
--> statement-breakpoint
CREATE TABLE "api"."quiz_scores" (
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"olympiad" text collate "C" NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"phone_end" text NOT NULL,
	"correct_answers" integer NOT NULL,
	"total_question" integer NOT NULL,
	CONSTRAINT "quiz_scores_name_phone_olympiad_pk" PRIMARY KEY("name","phone","olympiad")
);
--> statement-breakpoint
CREATE TABLE "api"."search_items" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"plain_title" text NOT NULL,
	"body" text NOT NULL,
	"image" text,
	"date" date,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_items_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "api"."search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"items" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."unfinished_uploads" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."uploaded_bytes" (
	"client" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "uploaded_bytes_client_hour_pk" PRIMARY KEY("client","hour")
);
--> statement-breakpoint
CREATE TABLE "api"."idempotency_keys" (
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_digest" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_call_key_pk" PRIMARY KEY("call","key")
);
--> statement-breakpoint
CREATE TABLE "api"."subscribers" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "api"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."main_news" ADD CONSTRAINT "main_news_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."media_items" ADD CONSTRAINT "media_items_category_media_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."media_categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."news" ADD CONSTRAINT "news_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."publications" ADD CONSTRAINT "publications_category_publication_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."publication_categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."courses" ADD CONSTRAINT "courses_form_forms_slug_fk" FOREIGN KEY ("form") REFERENCES "api"."forms"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."events" ADD CONSTRAINT "events_form_forms_slug_fk" FOREIGN KEY ("form") REFERENCES "api"."forms"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_failures_by_age" ON "api"."login_failures" USING btree ("since");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "api"."sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "main_news_by_date" ON "api"."main_news" USING btree ("date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_items_by_category" ON "api"."media_items" USING btree ("category","date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "news_by_category" ON "api"."news" USING btree ("category","date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "publications_by_category" ON "api"."publications" USING btree ("category","date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_by_date" ON "api"."events" USING btree ("kind","date_from");--> statement-breakpoint
CREATE INDEX "submissions_by_form" ON "api"."submissions" USING btree ("form","created_at");--> statement-breakpoint
CREATE INDEX "questions_by_olympiad" ON "api"."questions" USING btree ("olympiad","position");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_name" ON "api"."quiz_scores" USING btree ("name_key","name","phone_end","correct_answers" DESC NULLS FIRST,"total_question","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_phone_end" ON "api"."quiz_scores" USING btree ("phone_end","name_key","name","correct_answers" DESC NULLS FIRST,"total_question","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_result" ON "api"."quiz_scores" USING btree ("correct_answers" DESC NULLS FIRST,"total_question","name_key","name","phone_end","olympiad");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_total" ON "api"."quiz_scores" USING btree ("total_question","correct_answers" DESC NULLS FIRST,"name_key","name","phone_end","olympiad");--> statement-breakpoint
CREATE INDEX "search_items_by_words" ON "api"."search_items" USING gin ("words") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "api"."search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "unfinished_uploads_by_age" ON "api"."unfinished_uploads" USING btree ("begun_at");--> statement-breakpoint
CREATE INDEX "uploaded_bytes_by_age" ON "api"."uploaded_bytes" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "api"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
-- Texts stand beside the table, so that looking through all titles reads few pages.
ALTER TABLE "api"."search_items" SET (toast_tuple_target = 256);--> statement-breakpoint
-- Ranking reads the words of every title that is found, and the title of whatever is found: kept in the row.
ALTER TABLE "api"."search_items" ALTER COLUMN "title_words" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "api"."search_items" ALTER COLUMN "plain_title" SET STORAGE MAIN;
