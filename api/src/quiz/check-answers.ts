import type { AnswerRecord, OptionKey, Participant } from '@marram/api-contract/quiz'
import { Refusal } from '../http/refusal'

export type CheckedAnswers = {
  participant: Participant
  /** The chosen option by question. */
  selected: Map<number, OptionKey | null>
}

/** One participant's answers, each question once; whether the questions exist is not looked up here. */
export function checkAnswers(records: AnswerRecord[]): CheckedAnswers {
  const [{ name, phone } = { name: '', phone: '' }] = records
  const selected: CheckedAnswers['selected'] = new Map()
  for (const record of records) {
    if (record.name !== name || record.phone !== phone)
      throw new Refusal(400, 'All answers must have the same name and phone no')
    const id = questionId(record.quiz)
    if (selected.has(id)) throw new Refusal(400, `Question ${id} is answered twice`)
    selected.set(id, record.selected_answer ?? null)
  }
  return { participant: { name, phone }, selected }
}

const HIGHEST_ID = 2 ** 31 - 1

function questionId(quiz: AnswerRecord['quiz']): number {
  const text = String(quiz).trim()
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (id <= HIGHEST_ID) return id
  throw noQuestion(text.slice(0, 40))
}

export const noQuestion = (id: string | number) => new Refusal(400, `There is no question ${id}`)
