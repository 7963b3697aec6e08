import type { OptionKey } from '@marram/api-contract/quiz'
import { boolean, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { api, position, required, sortable, texts, writtenAt } from '../database/schema'

/** Questions of an olympiad's quiz. The id is the content's own and never another question's. */
export const questions = api.table(
  'questions',
  {
    id: integer('id').primaryKey(),
    olympiad: required('olympiad'),
    position: position(),
    ...texts('question', 'option1', 'option2', 'option3'),
    answer: required('answer').$type<OptionKey>(),
    /** The explanation, for participants who have answered. */
    explanation: text('explanation'),
  },
  (table) => [index('questions_by_olympiad').on(table.olympiad, table.position)],
)

/** A participant's last answer to each question; name and phone identify a participant. */
export const quizAnswers = api.table(
  'quiz_answers',
  {
    ...texts('name', 'phone'),
    /** Not a reference: an answer outlives its question, and stays as it was marked. */
    question: integer('question').notNull(),
    olympiad: required('olympiad'),
    selected: text('selected').$type<OptionKey>(),
    correct: boolean('correct').notNull(),
    createdAt: writtenAt(),
  },
  (table) => [primaryKey({ columns: [table.name, table.phone, table.question] })],
)

/** One for each olympiad that a participant took part in, counted from `quiz_answers` in the transaction that writes those. */
export const quizScores = api.table(
  'quiz_scores',
  {
    ...texts('name', 'phone'),
    olympiad: sortable('olympiad').notNull(),
    /** The name as a list shows and sorts it, so that the order reveals no more; empty until `shortenNames`. */
    shortName: sortable('short_name').notNull().default(''),
    /** Of the short name, without case and accents. */
    nameKey: sortable('name_key').notNull(),
    /** The phone as a list shows and sorts it. */
    phoneEnd: required('phone_end'),
    correct_answers: integer('correct_answers').notNull(),
    total_question: integer('total_question').notNull(),
  },
  (table) => {
    const { nameKey, shortName: name, phoneEnd, olympiad, total_question: total } = table
    // A direction applies to one use of the column.
    const best = () => table.correct_answers.desc().nullsFirst()
    return [
      primaryKey({ columns: [table.name, table.phone, olympiad] }),
      // Each index is a complete order of the score list with all shown columns: no page is sorted or read from the table.
      index('quiz_scores_by_name').on(nameKey, name, phoneEnd, best(), total, olympiad),
      index('quiz_scores_by_phone_end').on(phoneEnd, nameKey, name, best(), total, olympiad),
      index('quiz_scores_by_result').on(best(), total, nameKey, name, phoneEnd, olympiad),
      index('quiz_scores_by_total').on(total, best(), nameKey, name, phoneEnd, olympiad),
      // The same for one olympiad, best first, and whether anybody took part in it.
      index('quiz_scores_of_olympiad').on(olympiad, best(), total, nameKey, name, phoneEnd),
    ]
  },
)
