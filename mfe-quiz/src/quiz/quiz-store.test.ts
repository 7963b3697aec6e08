// @vitest-environment happy-dom

import type { QuizQuestion } from '@marram/api-contract/quiz'
import { expect, it } from 'vitest'
import { createQuizStore } from './quiz-store'

const question: QuizQuestion = {
  id: 7,
  question: 'Which?',
  option1: 'One',
  option2: 'Two',
  option3: 'Three',
  answer: 'option2',
}

it('restores what was stored without overwriting newer entries', () => {
  const store = createQuizStore([question])
  store.setState({ name: 'Zoë' })
  store.choose('7', 'option1')
  store.resume({ name: 'Ada', phone: '0123', chosen: { 7: 'option2', 8: 'option3' }, submitted: false })
  const { name, phone, chosen } = store.getState()
  expect([name, phone, chosen]).toEqual(['Zoë', '0123', { 7: 'option1', 8: 'option3' }])
})

it('starts again for the same participant', () => {
  const store = createQuizStore([question])
  store.setState({ name: 'Ada', phone: '0123', chosen: { 7: 'option2' }, submitted: true })
  expect(store.getState().submitted).toBe(true)
  store.startAgain()
  const { name, phone, chosen, submitted } = store.getState()
  expect([name, phone, chosen, submitted]).toEqual(['Ada', '0123', {}, false])
  store.beginAfresh()
  expect([store.getState().name, store.getState().phone]).toEqual(['', ''])
})
