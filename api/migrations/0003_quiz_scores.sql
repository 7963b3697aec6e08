DROP INDEX "api"."quiz_scores_by_phone";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_correct";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_total";--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" ADD COLUMN "name_key" text collate "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "api"."quiz_scores" ADD COLUMN "phone_end" text NOT NULL;--> statement-breakpoint
CREATE INDEX "quiz_scores_by_name" ON "api"."quiz_scores" USING btree ("name_key","name");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_phone_end" ON "api"."quiz_scores" USING btree ("phone_end","name_key");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_result" ON "api"."quiz_scores" USING btree ("correct_answers" DESC NULLS FIRST,"total_question","name_key");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_total" ON "api"."quiz_scores" USING btree ("total_question","correct_answers" DESC NULLS FIRST,"name_key");