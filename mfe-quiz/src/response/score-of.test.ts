import { expect, it } from 'vitest'
import { scoreOf } from './score-of'

const quiz = { question: 'Which?', option1: 'One', option2: 'Two', option3: 'Three', answer: 'option2' }
const record = (selected_answer: string | null, correct_status: string) => ({
  name: 'Ada',
  phone: '0123',
  quiz,
  selected_answer,
  correct_status,
})

it('counts as the host has marked, however it writes it, and by the answers where it has not', () => {
  const answers = [
    record('option1', 'true'),
    record('option2', 'False'),
    record('option2', 'True'),
    record('option2', ''),
    record(null, ''),
  ]
  expect(scoreOf(answers)).toEqual({ correct_answers: 3, total_question: 5 })
})
