import type { QuizQuestion } from '@marram/api-contract/quiz'
import { expect, it } from 'vitest'
import { answerRecords, isCorrect, openQuestions, withKeys } from './marking'

const question = (id: number | string, more: Partial<QuizQuestion> = {}): QuizQuestion => ({
  id,
  question: 'Which?',
  option1: 'One',
  option2: 'Two',
  option3: 'Three',
  answer: 'option2',
  ...more,
})
const ada = { name: 'Ada', phone: '0123456789' }

it('sends one record for each question in their order, with an empty one for an unanswered question', () => {
  const questions = [question(7), question(8), question('nine')]
  expect(answerRecords(withKeys(questions), { 7: 'option2', nine: 'option1' }, ada)).toEqual([
    { ...ada, quiz: 7, correct_status: 'true', selected_answer: 'option2' },
    { ...ada, quiz: 8, correct_status: 'false', selected_answer: null },
    { ...ada, quiz: 'nine', correct_status: 'false', selected_answer: 'option1' },
  ])
})

it('keeps answers apart when a host sends duplicate or no ids', () => {
  const keyed = withKeys([question(0), question(5), question(5), question(''), question('5')])
  expect(keyed.map(({ key }) => key)).toEqual(['place 1', '5', 'place 3', 'place 4', 'place 5'])
})

it('knows which answers are open and right, also when a host reports it with the participation', () => {
  const questions = [
    question(1),
    question(2, { answer: '', participation: { correct_answer: 'option3' } }),
    question(3, { answer: '' }),
  ]
  expect(openQuestions(withKeys(questions), { 2: 'option3' })).toEqual([0, 2])
  const chosen = ['option1', 'option3', 'option1'] as const
  expect(questions.map((question, i) => isCorrect(question, chosen[i]))).toEqual([false, true, false])
})
