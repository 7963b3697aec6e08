import type { AnswerRecord, OptionKey, Participant, QuizQuestion } from '@marram/api-contract/quiz'
import { uniqueKeys } from '@marram/ui/unique-keys'

export type Chosen = Record<string, OptionKey>

/** The key of the correct option; empty if the host does not send it. */
export const correctOption = ({ answer, participation }: QuizQuestion): string =>
  answer || (participation?.correct_answer ?? '')

export const isCorrect = (question: QuizQuestion, chosen: OptionKey | undefined) =>
  chosen !== undefined && chosen === correctOption(question)

/** Its key is its id, or its place where a host gives none or the same one again. */
export type Question = QuizQuestion & { key: string }

export function withKeys(questions: QuizQuestion[]): Question[] {
  const keys = uniqueKeys(questions.map(({ id }) => (id === 0 ? '' : String(id))))
  return questions.map((question, i) => ({ ...question, key: keys[i] as string }))
}

export const answerRecords = (questions: Question[], chosen: Chosen, by: Participant): AnswerRecord[] =>
  questions.map((question) => ({
    ...by,
    quiz: question.id,
    correct_status: String(isCorrect(question, chosen[question.key])),
    selected_answer: chosen[question.key] ?? null,
  }))

/** Places of the questions without an answer, from 0. */
export const openQuestions = (questions: Question[], chosen: Chosen): number[] =>
  questions.flatMap(({ key }, i) => (chosen[key] ? [] : [i]))
