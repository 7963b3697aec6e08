// @vitest-environment happy-dom

import type { QuizQuestion } from '@marram/api-contract/quiz'
import { ApiError } from '@marram/sdk/api-error'
import { expect, it, vi } from 'vitest'
import { listQuestions } from '../api'
import { createQuizStore } from './quiz-store'

vi.mock('../api', () => ({ listQuestions: vi.fn() }))
const host = vi.mocked(listQuestions)
const question: QuizQuestion = {
  id: 7,
  question: 'Which?',
  option1: 'One',
  option2: 'Two',
  option3: 'Three',
  answer: 'option2',
}
const flags = ({ getState }: ReturnType<typeof createQuizStore>) => [
  getState().loading,
  getState().error,
  getState().questions.length,
]

it('says that questions are on their way, that they failed, and that they are there', async () => {
  const store = createQuizStore('sea', undefined)
  expect(flags(store)).toEqual([false, true, 0])
  host.mockRejectedValueOnce(new ApiError('network', 0, 'nobody there'))
  const failing = store.getState().fetchAgain()
  expect(flags(store)).toEqual([true, true, 0])
  await failing
  expect(flags(store)).toEqual([false, true, 0])
  host.mockResolvedValueOnce([question])
  await store.getState().fetchAgain()
  expect(flags(store)).toEqual([false, false, 1])
  expect(flags(createQuizStore('sea', []))).toEqual([false, false, 0])
})

it('fills in what was stored without touching what has been entered since', () => {
  const store = createQuizStore('sea', [question])
  store.setState({ name: 'Zoë' })
  store.getState().choose('7', 'option1')
  store.getState().resume({ name: 'Ada', phone: '0123', chosen: { 7: 'option2', 8: 'option3' }, submitted: false })
  const { name, phone, chosen } = store.getState()
  expect([name, phone, chosen]).toEqual(['Zoë', '0123', { 7: 'option1', 8: 'option3' }])
})

it('begins anew for the same participant', () => {
  const store = createQuizStore('sea', [question])
  store.setState({ name: 'Ada', phone: '0123', chosen: { 7: 'option2' }, submitted: true })
  expect(store.getState().submitted).toBe(true)
  store.getState().startAgain()
  const { name, phone, chosen, submitted } = store.getState()
  expect([name, phone, chosen, submitted]).toEqual(['Ada', '0123', {}, false])
  store.getState().beginAfresh()
  expect([store.getState().name, store.getState().phone]).toEqual(['', ''])
})
