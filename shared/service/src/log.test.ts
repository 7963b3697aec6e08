import { expect, it } from 'vitest'
import { loggableError, loggablePath } from './log'

it('tells what failed without the values that a visitor sent', () => {
  const cause = Object.assign(new Error('connection lost'), { code: '57P01' })
  const failed = new Error('Failed query: insert into "a" values ($1)\nparams: rosalind@example.org', { cause })
  const text = JSON.stringify(loggableError(failed))
  expect(text).not.toContain('rosalind')
  expect(text).toContain('insert into')
  expect(text).toContain('57P01')
  expect(text).toContain('log.test')
})

it('leaves names and phone numbers out of paths', () => {
  expect(loggablePath('/api/quiz/participant/Rosalind/0123456789/submissions')).toBe(
    '/api/quiz/participant/*/*/submissions',
  )
  expect(loggablePath('/quiz-response/Rosalind/0123456789?x=1')).toBe('/quiz-response/*/*')
})
