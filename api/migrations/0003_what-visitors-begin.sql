CREATE TABLE "api"."comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"website" text,
	"rating" integer,
	"decision" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."charts" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"unit" text NOT NULL,
	"points" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api"."mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" "citext" NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"leave" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important" text;--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important_from" date;--> statement-breakpoint
ALTER TABLE "api"."home" ADD COLUMN "important_to" date;--> statement-breakpoint
ALTER TABLE "api"."services" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "api"."events" ADD COLUMN "quiz_minutes" integer;--> statement-breakpoint
ALTER TABLE "api"."forms" ADD COLUMN "requires_login" boolean;--> statement-breakpoint
ALTER TABLE "api"."submissions" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "api"."submissions" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "api"."questions" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "api"."subscribers" ADD COLUMN "token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "api"."subscribers" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api"."subscribers" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api"."comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "api"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_by_article" ON "api"."comments" USING btree ("kind","slug","created_at");--> statement-breakpoint
CREATE INDEX "comments_by_user" ON "api"."comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "api"."mails" USING btree ("due_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_by_recipient" ON "api"."mails" USING btree ("recipient","created_at");--> statement-breakpoint
ALTER TABLE "api"."submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "api"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_by_user" ON "api"."submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quiz_scores_of_olympiad" ON "api"."quiz_scores" USING btree ("olympiad","correct_answers" DESC NULLS FIRST,"total_question","name_key","name","phone_end");--> statement-breakpoint
ALTER TABLE "api"."subscribers" ADD CONSTRAINT "subscribers_token_unique" UNIQUE("token");