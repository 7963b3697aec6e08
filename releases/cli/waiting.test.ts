import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CommandContext, callCommand } from './command'

const written: string[] = []
beforeEach(() => {
  written.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A command whose call takes so long. */
const run = (ms: number, { isTTY = true, json = false, fails = false } = {}) => {
  const listPreviews = () =>
    new Promise((resolve, reject) => setTimeout(() => (fails ? reject(new Error('no')) : resolve({ links: [] })), ms))
  const context = {
    connect: async () => ({ registry: { listPreviews } }),
    terminal: { stderr: { isTTY, write: (text: string) => written.push(text) > 0 } },
    json,
  } as unknown as CommandContext
  return callCommand('listPreviews', { options: ['environment'], text: () => 'None.' }).run({}, context)
}

it('counts the seconds where somebody watches, and leaves nothing of it', async () => {
  const outcome = run(2_500)
  await vi.advanceTimersByTimeAsync(2_500)
  expect((await outcome).text).toBe('None.')
  const what = 'Links to previews that still show something'
  expect(written).toEqual([
    `\r\x1b[KWaiting for the registry (1 s): ${what}`,
    `\r\x1b[KWaiting for the registry (2 s): ${what}`,
    '\r\x1b[K',
  ])
})

it('leaves nothing of it after a failure either', async () => {
  const outcome = run(1_500, { fails: true }).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(1_500)
  expect([await outcome, written.at(-1)]).toEqual(['no', '\r\x1b[K'])
})

it('writes a line now and then to a log', async () => {
  const outcome = run(21_000, { isTTY: false })
  await vi.advanceTimersByTimeAsync(21_000)
  await outcome
  expect(written.map((text) => text.slice(0, 34))).toEqual([
    'Waiting for the registry (10 s): L',
    'Waiting for the registry (20 s): L',
  ])
})

it.each([
  ['for a quick call', 900, {}],
  ['for a program', 60_000, { json: true }],
])('says nothing %s', async (_, ms, given) => {
  const outcome = run(ms, given)
  await vi.advanceTimersByTimeAsync(ms)
  await outcome
  expect(written).toEqual([])
})
