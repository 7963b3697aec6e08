import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readLines, toLine } from './json-lines.mjs'

function reader() {
  const stream = new PassThrough()
  const values: unknown[] = []
  const broken: string[] = []
  readLines(
    stream,
    (value) => values.push(value),
    (reason) => broken.push(reason),
  )
  return { stream, values, broken }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('JSON lines', () => {
  it('arrive unchanged, however they are split', async () => {
    const sent = [{ text: 'two\nlines\r\n' }, 'Čeština \u2028 🚴', null, { page: 'x'.repeat(200_000) }]
    const { stream, values } = reader()
    const bytes = Buffer.from(sent.map(toLine).join(''))
    stream.write(bytes.subarray(0, 36))
    for (let at = 36; at < 60; at += 1) stream.write(bytes.subarray(at, at + 1))
    stream.write(bytes.subarray(60))
    await soon()
    expect(values).toEqual(sent)
  })

  it('that are invalid are reported once, and end the reading', async () => {
    const { stream, values, broken } = reader()
    stream.write(`${toLine(1)}{broken\n`)
    stream.write(`also broken\n${toLine(2)}`)
    await soon()
    expect([values, broken]).toEqual([[], [expect.stringContaining('SyntaxError')]])
  })

  it('have a maximum length', async () => {
    const { stream, broken } = reader()
    for (let sent = 0; sent <= 32; sent += 1) stream.write(Buffer.alloc(1024 * 1024, 'x'))
    await expect.poll(() => broken).toEqual(['Error: a line is too long'])
  })
})

describe('bytes after a line', () => {
  it('arrive unchanged with it, newlines included, however they are split', async () => {
    const stream = new PassThrough()
    const got: [unknown, string][] = []
    readLines(
      stream,
      (value, bytes) => got.push([value, bytes.toString()]),
      (reason) => expect.unreachable(reason),
    )
    const texts = ['{"not":"a line"}\n\n', '', 'Čeština\n🚴']
    const sizes = texts.map((text) => Buffer.byteLength(text))
    const page = { n: 1, bytes: sizes }
    const sent = Buffer.from(`${toLine('before')}${toLine(page)}${texts.join('')}${toLine('after')}`)
    for (let at = 0; at < sent.length; at += 1) stream.write(sent.subarray(at, at + 1))
    stream.write(Buffer.concat([sent, sent]))
    await soon()
    const once = [
      ['before', ''],
      [page, texts.join('')],
      ['after', ''],
    ]
    expect(got).toEqual([...once, ...once, ...once])
  })

  it.each([['many'], [-1], [1.5], ['1'], [2 ** 25]])('of the size %j are refused', async (...sizes) => {
    const { stream, values, broken } = reader()
    stream.write(`${JSON.stringify({ bytes: sizes[0] === 'many' ? 'many' : sizes })}\n`)
    await soon()
    expect([values, broken]).toEqual([[], [expect.stringContaining('Error')]])
  })
})
