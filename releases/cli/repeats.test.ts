import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { command } from '../src/testing/command'

/** A connection that breaks before any response: the caller cannot know whether the call was processed. */
let calls = 0
const line = createServer((incoming) => {
  calls += 1
  incoming.socket.destroy()
})
beforeAll(() => new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve)))
afterAll(() => void line.close())
beforeEach(() => {
  calls = 0
})

it.each([
  // The first call may have reached the next waiting step, which a second one would skip.
  ['resume events', 1],
  ['rollback events', 1],
  // A second call would find no candidate, and report a failure.
  ['promote events', 1],
  ['promote events --revision 3', 1],
  ['promote events 1.1.0', 3],
  ['promote events --from staging', 3],
  ['pause events', 3],
  ['status', 3],
])('%s is sent %i times over an unreliable connection', async (words, times) => {
  const url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
  const { code } = await command(words.split(' '), { MARRAM_RELEASES_URL: url, MARRAM_TOKEN: 'x' })
  expect([code, calls]).toEqual([1, times])
})
