import type { EnvironmentShown } from '@marram/release-contract/calls/environments'
import { NOT_READY } from '@marram/release-contract/diagnostics'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CommandContext, command, followed } from './command'
import { commands } from './commands'

type Edge = EnvironmentShown['edges'][number]
const current: Edge = {
  ...{ id: 'a', name: 'one:3000', state: 'current', revision: 42, composition: null },
  ...{ unusable: {}, since: null, reason: null, age: 1 },
}
const behind: Edge = { ...current, id: 'b', name: 'two:3000', state: 'behind', revision: 41, reason: 'it is opened' }

const written: string[] = []
/** The successive states at the registry; the last one stays. */
const run = (
  looks: (Edge[] | Error)[],
  { json = false, given = {}, option }: { json?: boolean; given?: object; option?: 'promote' } = {},
) => {
  const asked: string[] = []
  const addresses: unknown[] = []
  const registry = {
    async showEnvironment({ environment }: { environment: string }) {
      asked.push(environment)
      const edges = looks[Math.min(asked.length, looks.length) - 1] as Edge[] | Error
      if (edges instanceof Error) throw edges
      return { edges, revision: 42 }
    },
  }
  const stderr = { isTTY: true, write: (text: string) => written.push(text) > 0 }
  const context = {
    connect: async (address?: string) => addresses.push(address) && { registry },
    terminal: { stderr },
    json,
  } as unknown as CommandContext
  const own = command({ summary: '', run: async () => ({ text: 'Done.', json: { changed: true } }) })
  return { asked, addresses, outcome: followed(own, option).run({ ...given }, context) }
}

beforeEach(() => {
  written.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('waits until the edges follow a change, and shows their progress', async () => {
  const { asked, outcome } = run(
    [
      [current, behind],
      [current, behind],
      [current, current],
    ],
    {
      given: { environment: 'staging' },
    },
  )
  await vi.advanceTimersByTimeAsync(1000)
  const { text, json } = await outcome
  expect(text).toBe('Done. 2 of 2 edges follow.')
  expect(json).toEqual({ changed: true, edges: [current, current] })
  expect(asked).toEqual(['staging', 'staging', 'staging'])
  expect(written[0]).toContain('Waiting for the edges: 1 of 2 edges follows.')
})

it('waits ten seconds at most, and names the edges that do not follow and why', async () => {
  const unable = { ...current, unusable: { quiz: { wanted: '2.0.0', reason: 'it throws' } } }
  const { outcome } = run([[unable, behind, { ...current, name: 'three:3000', state: 'silent', age: 40 }]], {
    json: true,
  })
  await vi.advanceTimersByTimeAsync(10_500)
  expect((await outcome).text).toBe(
    'Done. 1 of 3 edges follows. one:3000 cannot use quiz 2.0.0: it throws. two:3000 serves revision 41 of 42: it is opened. three:3000 has not reported for 40 s.',
  )
  expect(written).toEqual([])
})

it('waits for downloads of an edge with the newest document, and names them when they take too long', async () => {
  const unusable = { quiz: { wanted: '2.0.0', reason: NOT_READY } }
  const waiting: Edge = { ...current, state: 'behind', unusable }
  const { asked, outcome } = run([[waiting], [waiting], [current]])
  await vi.advanceTimersByTimeAsync(1000)
  expect((await outcome).text).toBe('Done. 1 of 1 edge follows.')
  expect(asked).toHaveLength(3)
  const late = run([[waiting]])
  await vi.advanceTimersByTimeAsync(10_500)
  expect((await late.outcome).text).toBe(
    'Done. 0 of 1 edge follow. one:3000 cannot use quiz 2.0.0: it is not ready yet.',
  )
})

it('does not wait for silent edges, with the option not to, or without edges', async () => {
  expect((await run([[{ ...current, state: 'silent', age: 40 }]]).outcome).text).toContain('0 of 1 edge follow.')
  const told = run([[behind]], { given: { 'no-wait': true } })
  expect((await told.outcome).text).toBe('Done.')
  expect(told.asked).toEqual([])
  expect((await run([[]]).outcome).text).toBe('Done. No edge has reported here lately.')
})

it('waits at the registry that was published to, and only when an option makes the release live', async () => {
  const registry = 'http://registry.example'
  const promoted = run([[current]], { given: { registry, promote: true }, option: 'promote' })
  expect((await promoted.outcome).text).toBe('Done. 1 of 1 edge follows.')
  expect(promoted.addresses).toEqual([registry])
  const published = run([[behind]], { given: { registry }, option: 'promote' })
  expect((await published.outcome).text).toBe('Done.')
  expect(published.asked).toEqual([])
})

it('reports the change as made, even when the registry does not respond after it', async () => {
  expect((await run([new Error('It does not respond.')]).outcome).text).toBe(
    'Done. Whether the edges follow is not known: It does not respond.',
  )
})

it('is part of every command that changes what visitors get', () => {
  const waiting = Object.keys(commands).filter((name) => commands[name]?.options.includes('no-wait'))
  expect(waiting).toEqual(['publish', 'promote', 'canary', 'abort', 'rollback', 'retire', 'kill', 'revive'])
})
