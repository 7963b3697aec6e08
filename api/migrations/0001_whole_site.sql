CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
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
CREATE TABLE "api"."donations" (
	"slug" text PRIMARY KEY NOT NULL,
	"first_image" text NOT NULL,
	"sec_image" text NOT NULL,
	"tagline" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL
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
	"link" text,
	"keyword" text,
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
	"correct_answers" integer NOT NULL,
	"total_question" integer NOT NULL,
	CONSTRAINT "quiz_scores_name_phone_pk" PRIMARY KEY("name","phone")
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
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_items_kind_slug_pk" PRIMARY KEY("kind","slug")
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
CREATE TABLE "api"."team_members" (
	"slug" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"image" text NOT NULL,
	"name" text NOT NULL,
	"designation" text NOT NULL
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
ALTER TABLE "api"."courses" ADD CONSTRAINT "courses_form_forms_slug_fk" FOREIGN KEY ("form") REFERENCES "api"."forms"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."media_items" ADD CONSTRAINT "media_items_category_media_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."media_categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."publications" ADD CONSTRAINT "publications_category_publication_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."publication_categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "api"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_items_by_category" ON "api"."media_items" USING btree ("category","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "publications_by_category" ON "api"."publications" USING btree ("category","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "questions_by_olympiad" ON "api"."questions" USING btree ("olympiad","position");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_phone" ON "api"."quiz_scores" USING btree ("phone","name");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_correct" ON "api"."quiz_scores" USING btree ("correct_answers" DESC NULLS LAST,"name","phone");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_total" ON "api"."quiz_scores" USING btree ("total_question","name","phone");--> statement-breakpoint
CREATE INDEX "search_items_by_words" ON "api"."search_items" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_items_by_title" ON "api"."search_items" USING gin ("plain_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "api"."sessions" USING btree ("expires_at");