import { expect, it } from 'vitest'
import { type Expected, responseReader } from './response-reader'

const answer = (lines: string[], body = '') => Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
const read = (lines: string[], expected: Expected) => responseReader(expected)(answer(lines, 'Dunes'))

it('a response must be 200, have a length and contain the expected text', () => {
  const expected = { 'x-marram-cache': 'hit', 'content-encoding': undefined }
  const good = ['HTTP/1.1 200 OK', 'Content-Length: 5', 'X-Marram-Cache: hit']
  expect(read(good, expected)).toBe(true)
  expect(() => read([...good, 'content-encoding: br'], expected)).toThrow('content-encoding: br, not none')
  expect(() => read(['HTTP/1.1 200 OK', 'content-length: 5'], expected)).toThrow('x-marram-cache: none, not hit')
  expect(() => read(['HTTP/1.1 200 OK', 'x-marram-cache: hit'], expected)).toThrow('length')
  expect(() => read(['HTTP/1.1 503 Busy', 'content-length: 5'], {})).toThrow('HTTP/1.1 503 Busy')
})

it('finds the end of responses, however they are split', () => {
  const one = answer(['HTTP/1.1 200 OK', 'content-length: 5'], 'Dunes')
  for (let at = 1; at < one.length; at++) {
    const isWhole = responseReader({})
    const pieces = [one.subarray(0, at), one.subarray(at), one]
    expect(pieces.map(isWhole)).toEqual([false, true, true])
  }
  expect(() => responseReader({})(Buffer.concat([one, one]))).toThrow('more than one')
})
