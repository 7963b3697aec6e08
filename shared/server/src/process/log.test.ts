import { expect, it } from 'vitest'
import { loggableError, loggableWords } from './log'

it('contains failures without the values that a visitor sent', () => {
  const cause = Object.assign(new Error('connection lost'), { code: '57P01' })
  const failed = new Error('Failed query: insert into "a" values ($1)\nparams: rosalind@example.org', { cause })
  const text = JSON.stringify(loggableError(failed))
  expect(text).not.toContain('rosalind')
  expect(text).toContain('insert into')
  expect(text).toContain('57P01')
  expect(text).toContain('log.test')
})

it.each([
  ['call of 0700 900-100 failed', 'call of * failed'],
  ['+447700900100 and 07009001001', '* and *'],
  ['no rosalind.tull+site@mail.example.org here', 'no *@* here'],
  ['at /quiz-response/Rosalind/0123456789', 'at /quiz-response/*/*'],
  ['GET /search?q=my+secret&b=c) failed', 'GET /search?*) failed'],
])('removes personal data from %j', (text, left) => expect(loggableWords(text)).toBe(left))

it.each([
  '#a1b2c3 status 500',
  '#123456 x is not a function',
  'mfe-events@1.0.0-7ca3b1c9 src/sports/sports.tsx:120:54',
  'Minified React error #418; visit https://react.dev/errors/418?',
])('leaves %j unchanged', (text) => expect(loggableWords(text)).toBe(text))
