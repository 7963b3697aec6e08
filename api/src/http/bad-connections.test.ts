import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { engines } from '@marram/server/testing/engines'
import { runs } from '@marram/server/testing/how-often'
import { openRaw, readResponse, sendRaw } from '@marram/server/testing/raw-client'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { subscribers } from '../newsletter/tables'
import { openTestApp, type TestApp } from '../testing/test-app'

/** A subscription to the newsletter; `length` is the declared length of the body. */
const subscription = (email: string, { length, more = '' }: { length?: number; more?: string } = {}) => {
  const body = JSON.stringify({ email })
  const head = `POST /api/home/news-letter/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  return { head: `${head}content-length: ${length ?? body.length}\r\n${more}\r\n`, body }
}
const home = 'GET /api/home/ HTTP/1.1\r\nhost: localhost\r\n\r\n'
const closing = 'GET /api/home/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
const AT_ONCE = 100
const chunked =
  'POST /api/home/news-letter/create HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
const tooLongAndLast = subscription('large@example.org', { length: 2 ** 40, more: 'connection: close\r\n' })
const chunk = `${(2 ** 16).toString(16)}\r\n${'x'.repeat(2 ** 16)}\r\n`

/** The engine makes no difference to a connection. */
describe('a connection', () => {
  let test: TestApp
  let port: number
  beforeAll(async () => {
    test = await openTestApp(engines[0] as (typeof engines)[number])
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as AddressInfo).port
  })
  afterEach(async () => expect(await sendRaw(port, closing)).toMatchObject({ status: 200 }))
  afterAll(() => test?.close())

  const subscribed = async () => (await test.db.select().from(subscribers)).map(({ email }) => email)
  const answersIn = (received: Buffer) =>
    [...received.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)

  it.each([
    ['is closed', 'end'],
    ['is cut', 'resetAndDestroy'],
    ['goes away', 'destroy'],
  ] as const)('that %s in the middle of a body leaves nothing behind', async (_, leave) => {
    const connections = Array.from({ length: AT_ONCE }, (_, i) => {
      const { head, body } = subscription(`half-${leave}-${i}@example.org`)
      const opened = openRaw(port)
      opened.socket.write(head + body.slice(0, -1))
      return opened
    })
    await wait(100)
    for (const { socket } of connections) socket[leave]()
    const all = await Promise.all(connections.map(({ received }) => received))
    if (leave === 'end') for (const one of all) expect(readResponse(one)).toMatchObject({ status: 400 })
    expect((await subscribed()).filter((email) => email.startsWith(`half-${leave}`))).toEqual([])
  })

  it('may send its body slowly without delaying other connections', async () => {
    const slow = Array.from({ length: AT_ONCE }, (_, i) => {
      const { head, body } = subscription(`slow-${i}@example.org`, { more: 'connection: close\r\n' })
      const { socket, received } = openRaw(port)
      socket.write(head)
      const sent = (async () => {
        for (const letter of body) {
          socket.write(letter)
          await wait(10)
        }
      })()
      return { sent, received }
    })
    expect(await sendRaw(port, closing)).toMatchObject({ status: 200 })
    await Promise.all(slow.map(({ sent }) => sent))
    for (const { received } of slow) expect(readResponse(await received)).toMatchObject({ status: 200 })
    expect((await subscribed()).filter((email) => email.startsWith('slow-'))).toHaveLength(AT_ONCE)
  })

  it('may pipeline many requests, and gets every response in order', async () => {
    const received = await sendAll(home.repeat(AT_ONCE) + closing)
    expect(answersIn(received)).toEqual(Array(AT_ONCE + 1).fill('200'))
  })

  it.each([
    ['noise', '\x16\x03\x01\0\r\n\r\n'],
    ['more than its length', '{"email":"b@example.org"}'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a chunk that is none', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
    ['a line without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnothing\r\n\r\n'],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('that sends %s gets a message and is closed, also after good requests', async (_, bad) => {
    const alone = readResponse(await sendAll(bad))
    expect(alone).toMatchObject({ status: 400, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(JSON.parse(alone?.body ?? '')).toEqual({ code: 400, message: expect.stringMatching(/\w/) })
    const { head, body } = subscription('before@example.org')
    const { socket, received } = openRaw(port)
    socket.write(head + body)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write(bad)
    expect(answersIn(await received)).toEqual(['200', '400'])
  })

  it('that sends random bytes does no harm', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((list) => Buffer.from(list))
    const start = fc.constantFrom('', 'GET ', 'GET / HTTP/1.1\r\n', closing, subscription('a@example.org').head)
    await fc.assert(
      fc.asyncProperty(start, bytes, async (before, noise) => {
        const { socket, received } = openRaw(port)
        socket.write(Buffer.concat([Buffer.from(before), noise]))
        socket.end()
        for (const code of answersIn(await received)) expect(Number(code)).toBeLessThan(500)
      }),
      { numRuns: runs(100) },
    )
  })

  it.each([
    ['announces too much', subscription('large@example.org', { length: 2 ** 40 }).head, ''],
    ['announces too much before it ends', tooLongAndLast.head, ''],
    ['brings too many chunks', chunked, chunk.repeat(17)],
  ])('that %s is refused before the body is sent, and may go on sending for a while', async (_, head, body) => {
    const { socket, received } = openRaw(port)
    socket.write(head + body)
    await new Promise((resolve) => socket.once('data', resolve))
    for (let i = 0; i < 100; i += 1) await new Promise((resolve) => socket.write(chunk, resolve))
    expect(socket.errored).toBeNull()
    socket.destroy()
    expect(readResponse(await received)).toMatchObject({ status: 413 })
  })

  it('may end before its response is sent', async () => {
    const sent = Array.from({ length: AT_ONCE }, (_, i) => {
      const { head, body } = subscription(`gone-${i}@example.org`)
      const { socket, received } = openRaw(port)
      socket.write(head + body, () => socket.destroy())
      return received
    })
    await Promise.all(sent)
    expect(await sendRaw(port, closing)).toMatchObject({ status: 200 })
  })

  async function sendAll(text: string): Promise<Buffer> {
    const { socket, received } = openRaw(port)
    socket.write(Buffer.from(text, 'latin1'))
    return received
  }
})
