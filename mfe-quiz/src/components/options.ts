import { type OptionKey, optionKeys } from '@marram/api-contract/quiz'

type Texts = Record<OptionKey, string>

/** The three options. One without a text can be chosen all the same: it may be the right one. */
export const optionsOf = (question: Texts) =>
  optionKeys.map((key, i) => ({ key, text: question[key].trim() || `Option ${i + 1} (without a text)` }))

export const optionText = (question: Texts, key: string | null | undefined) =>
  optionsOf(question).find((option) => option.key === key)?.text

export const questionText = (question: { question: string }) => question.question.trim() || 'A question without a text'
