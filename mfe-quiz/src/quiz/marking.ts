import type { AnswerRecord, OptionKey, Participant, QuizQuestion } from '@marram/api-contract/quiz'
import { uniqueKeys } from '@marram/ui/unique-keys'

/** Chosen options by the keys of their questions. */
export type Chosen = Record<string, OptionKey>

/** The key of the correct option; empty where the host does not say. */
export const correctOption = ({ answer, participation }: QuizQuestion): string =>
  answer || (participation?.correct_answer ?? '')

export const isCorrect = (question: QuizQuestion, chosen: OptionKey | undefined) =>
  chosen !== undefined && chosen === correctOption(question)

/** A key for each question: its id, or its place where a host gives none or the same one again. */
export const questionKeys = (questions: QuizQuestion[]): string[] =>
  uniqueKeys(questions.map(({ id }) => (id === 0 ? '' : String(id))))

/** What is sent: one record for each question, in their order. */
export function answerRecords(questions: QuizQuestion[], chosen: Chosen, by: Participant): AnswerRecord[] {
  const keys = questionKeys(questions)
  return questions.map((question, i) => {
    const selected = chosen[keys[i] as string]
    return {
      ...by,
      quiz: question.id,
      correct_status: String(isCorrect(question, selected)),
      selected_answer: selected ?? null,
    }
  })
}

/** Places of the questions without an answer, from 0. */
export const openQuestions = (questions: QuizQuestion[], chosen: Chosen): number[] =>
  questionKeys(questions).flatMap((key, i) => (chosen[key] ? [] : [i]))
