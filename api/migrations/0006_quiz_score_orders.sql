DROP INDEX "api"."quiz_scores_by_name";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_phone_end";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_result";--> statement-breakpoint
DROP INDEX "api"."quiz_scores_by_total";--> statement-breakpoint
CREATE INDEX "quiz_scores_by_name" ON "api"."quiz_scores" USING btree ("name_key","name","phone_end","correct_answers" DESC NULLS FIRST,"total_question");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_phone_end" ON "api"."quiz_scores" USING btree ("phone_end","name_key","name","correct_answers" DESC NULLS FIRST,"total_question");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_result" ON "api"."quiz_scores" USING btree ("correct_answers" DESC NULLS FIRST,"total_question","name_key","name","phone_end");--> statement-breakpoint
CREATE INDEX "quiz_scores_by_total" ON "api"."quiz_scores" USING btree ("total_question","correct_answers" DESC NULLS FIRST,"name_key","name","phone_end");