import type { ParticipantAnswer } from '@marram/api-contract/quiz'
import { expect, it } from 'vitest'
import { resultsOf } from './results-of'

const quiz = { question: 'Which?', option1: 'One', option2: 'Two', option3: 'Three', answer: 'option2' }
const answer = (correct: boolean, slug?: string): ParticipantAnswer => ({
  ...{ name: 'Ada', phone: '02079460112', quiz, selected_answer: 'option1', correct_status: String(correct) },
  ...(slug && { olympiad: { slug, title: `The ${slug} olympiad` } }),
})

it('adds no two olympiads up, and has them in the order in which they come', () => {
  const answers = [answer(true, 'winter'), answer(false, 'kilowatt'), answer(true, 'winter'), answer(false, 'winter')]
  expect(resultsOf(answers).map(({ answers: own, ...result }) => ({ ...result, own: own.length }))).toEqual([
    { slug: 'winter', title: 'The winter olympiad', correct_answers: 2, total_question: 3, own: 3 },
    { slug: 'kilowatt', title: 'The kilowatt olympiad', correct_answers: 0, total_question: 1, own: 1 },
  ])
})

it('has one result of a host that does not say which olympiads its answers are of', () => {
  expect(resultsOf([answer(true), answer(false)])).toEqual([
    {
      slug: undefined,
      title: undefined,
      correct_answers: 1,
      total_question: 2,
      answers: [answer(true), answer(false)],
    },
  ])
  expect(resultsOf([])).toEqual([])
})

it('counts as the host has marked, however it writes it, and by the answers where it has not', () => {
  const record = (selected_answer: string | null, correct_status: string) => ({
    ...answer(true),
    ...{ selected_answer, correct_status },
  })
  const answers = [
    record('option1', 'true'),
    record('option2', 'False'),
    record('option2', 'True'),
    record('option2', ''),
    record(null, ''),
  ]
  expect(resultsOf(answers)).toMatchObject([{ correct_answers: 3, total_question: 5 }])
})
