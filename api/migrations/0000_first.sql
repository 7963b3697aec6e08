CREATE SCHEMA IF NOT EXISTS "api";--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS citext;
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
CREATE TABLE "api"."idempotency_keys" (
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_digest" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_call_key_pk" PRIMARY KEY("call","key")
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
CREATE TABLE "api"."news" (
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
CREATE TABLE "api"."submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."subscribers" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api"."events" ADD CONSTRAINT "events_form_forms_slug_fk" FOREIGN KEY ("form") REFERENCES "api"."forms"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."main_news" ADD CONSTRAINT "main_news_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api"."news" ADD CONSTRAINT "news_category_categories_slug_fk" FOREIGN KEY ("category") REFERENCES "api"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_date" ON "api"."events" USING btree ("kind","date_from");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "api"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "main_news_by_date" ON "api"."main_news" USING btree ("date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "news_by_category" ON "api"."news" USING btree ("category","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_by_form" ON "api"."submissions" USING btree ("form","created_at");