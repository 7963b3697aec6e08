ALTER TABLE "api"."events" ADD COLUMN "quiz_minutes" integer;--> statement-breakpoint
ALTER TABLE "api"."questions" ADD COLUMN "explanation" text;--> statement-breakpoint
CREATE INDEX "quiz_scores_of_olympiad" ON "api"."quiz_scores" USING btree ("olympiad","correct_answers" DESC NULLS FIRST,"total_question","name_key","name","phone_end");