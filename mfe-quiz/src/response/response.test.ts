import { paths } from '@marram/api-contract/paths'
import type { ParticipantAnswer } from '@marram/api-contract/quiz'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { participantIn, sharedWords } from './response'
import { resultsOf } from './results-of'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    'a/b',
    '%2F',
    '%',
    '?#&',
    'عمر',
    '👩🏽‍🔬',
    ' ',
    '..a',
    'Me...',
    'A/../B',
    '..',
    '~~',
    '\\',
    '+',
    'é',
    'é',
  ),
)

test('an address leads back to the participant that it was made for', () => {
  fc.assert(
    fc.property(text, text, (name, phone) => {
      const url = new URL(paths.quizResponse(name, phone), 'https://marram.example')
      expect(participantIn(url)).toEqual({ name, phone })
    }),
  )
})

test('an address with wrong encoding has no participant', () => {
  expect(participantIn(new URL('https://marram.example/quiz-response/%E0%A4%A/1'))).toBeUndefined()
})

const quiz = { question: 'Which?', option1: 'One', option2: 'Two', option3: 'Three', answer: 'option2' }
const answer = (correct: boolean, slug?: string): ParticipantAnswer => ({
  ...{ name: 'Ada', phone: '02079460112', quiz, selected_answer: 'option1', correct_status: String(correct) },
  ...(slug && { olympiad: { slug, title: `The ${slug} olympiad` } }),
})

test('each olympiad has its own result, in the order of the response', () => {
  const answers = [answer(true, 'winter'), answer(false, 'kilowatt'), answer(true, 'winter'), answer(false, 'winter')]
  expect(resultsOf(answers).map(({ answers: own, ...result }) => ({ ...result, own: own.length }))).toEqual([
    { slug: 'winter', title: 'The winter olympiad', correct_answers: 2, total_question: 3, own: 3 },
    { slug: 'kilowatt', title: 'The kilowatt olympiad', correct_answers: 0, total_question: 1, own: 1 },
  ])
})

test('answers without an olympiad have one result', () => {
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

test('answers count as marked by the host, in any spelling, and are marked here otherwise', () => {
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

test('the shared text names the score and the olympiad, and no person', () => {
  const words = (answers: ParticipantAnswer[]) => resultsOf(answers).map(sharedWords)
  expect(words([answer(true, 'winter'), answer(false, 'winter')])).toEqual([
    {
      text: 'I answered 1 of 2 questions right in “The winter olympiad” by Marram.',
      path: paths.olympiad('winter'),
    },
  ])
  expect(words([answer(true)])).toEqual([
    { text: 'I answered 1 of 1 questions right in a quiz by Marram.', path: paths.olympiads() },
  ])
})
