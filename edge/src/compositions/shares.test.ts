import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryDocument } from '@marram/release-contract/discovery'
import type { Counted } from '@marram/release-contract/evidence'
import { compositionId, resolve } from '@marram/release-contract/resolve'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'
import { withinBinomial } from '../testing/within-binomial'

const AT_ONCE = 16
/** Few visitors detect a wrong composition as well; many are needed to detect a slightly wrong share. */
const RUNS = Number(process.env.TEST_RUNS || 1)
const FEW = 80 * RUNS
/** A correct edge fails one of these comparisons in about four thousand complete runs. */
const BY_CHANCE = 1e-5

const shell = fakeShell()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-shares-'))
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>
let api: Awaited<ReturnType<typeof smallApi>>
beforeAll(async () => {
  registry = await fakeRegistry()
  api = await smallApi()
  registry.publish(shell)
  // Pages are rendered however busy this machine is.
  const environment = { RENDER_TIMEOUT_MS: '20000' }
  edge = await startTestEdge({ folder, api, registry, environment, log: fakeLog().log })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

type Answer = { status: number | undefined; id: string; isNew: boolean; composition: string; render: string }
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

function ask(target: string, cookie?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = cookie === undefined ? {} : { cookie }
    const request = http.get(edge.url + target, { agent, headers }, (response) => {
      const { statusCode: status, headers } = response.resume()
      const given = (headers['set-cookie'] ?? []).map((text) => /^marram_visitor=([0-9a-f]{16});/.exec(text)?.[1])
      expect(given.length).toBeLessThan(2)
      response.on('end', () =>
        resolve({
          status,
          id: given[0] ?? '',
          isNew: given.length > 0,
          composition: String(headers['x-marram-composition']),
          render: String(headers['x-marram-render']).replace(/; dur.*/, ''),
        }),
      )
    })
    request.on('error', reject)
  })
}

/** A few requests at a time, as on a real site. */
async function askAll(targets: string[], cookie?: string): Promise<Answer[]> {
  const answers: Answer[] = []
  const left = targets.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const target of left) answers.push(await ask(target, cookie))
    }),
  )
  return answers
}

const page = (pattern: string) => ({ pattern, files: [], needs: [] })
const pages = [page('/events'), page('/events/:item')]
/** Every case has its own versions, so that a page shows which document it belongs to. */
let round = 0
let stable: FakeRelease
let warmUps: number
beforeEach(() => {
  warmUps = 0
  round += 1
  stable = fakeSection('events', `1.0.${round}`, { pages })
})

/**
 * Rolls the candidate out to a share of the visitors; resolves when the edge serves it, with a function for the
 * expected version.
 */
async function rollOut(candidate: FakeRelease, share: number, works = true): Promise<(visitor: string) => string> {
  const microFrontends = {
    shell: [entryOf(shell)],
    events: [
      entryOf(stable, { traffic: 100 - share }),
      entryOf(candidate, { traffic: share, stable: false, fallbacks: [stable] }),
    ],
  }
  const document: DiscoveryDocument = { schema: DISCOVERY_SCHEMA, microFrontends }
  registry.publish(stable, candidate)
  registry.promote(microFrontends)
  const versionFor = (visitor: string) =>
    resolve(document, visitor).find(({ part }) => part === 'events')?.entry.metadata.version ?? ''
  for (const { manifest } of [stable, candidate]) {
    const visitor = visitors.find((id) => versionFor(id) === manifest.version)
    const shown = works ? manifest : stable.manifest
    const look = async () => {
      warmUps += 1
      return (await ask('/events', `marram_visitor=${visitor}`)).composition
    }
    await expect.poll(look).toBe(composed(shown.version))
    // Before its trial has ended, a release is not ready, and nothing counts against it.
    if (manifest !== shown)
      await expect
        .poll(async () => (await look()) && told(manifest.version, 'edge.failures.use'), { interval: 300 })
        .toBeGreaterThan(0)
  }
  return versionFor
}

const visitors = Array.from({ length: 5000 }, (_, i) => i.toString(16).padStart(16, '0'))
/** How often the edge has reported the version to the registry. */
const told = (version: string, metric: string) =>
  registry.reports
    .flatMap(({ path, body }) => (path.endsWith('/evidence') ? (body as { counts: Counted[] }).counts : []))
    .filter((each) => each.part === 'events' && each.version === version && each.metric === metric)
    .reduce((sum, { count }) => sum + count, 0)

const composed = (events: string) => compositionId({ shell: shell.manifest.version, events })

const servers = { works: undefined, 'cannot be linked': 'throw new Error("no")', throws: 'exports.say = () => null.x' }
const cases = [1, 10, 50].flatMap((share) => Object.entries(servers).map(([how, server]) => ({ share, how, server })))

describe('a candidate', () => {
  it.each(cases)('that $how is given to the right share of new visitors: $share %', async ({ share, how, server }) => {
    const candidate = fakeSection('events', `2.0.${round}`, { pages, ...(server !== undefined && { server }) })
    const { manifest } = candidate
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    const versionFor = await rollOut(candidate, share, how !== 'cannot be linked')
    const isCounted = RUNS > 1 || (share === 10 && how === 'works')
    const kinds = {
      // From the cache after the first time, if possible.
      cached: Array<string>(isCounted ? 2000 : FEW).fill('/events'),
      'never asked for': Array.from({ length: FEW }, (_, i) => `/events/never-asked-${round}-${i}`),
      'with a query': Array<string>(FEW).fill('/events?undeclared=1'),
    }
    for (const [kind, targets] of Object.entries(kinds)) {
      const answers = await askAll(targets)
      expect(new Set(answers.map(({ id }) => id)).size, kind).toBe(targets.length)
      const wanted = answers.filter(({ id }) => versionFor(id) === manifest.version)
      expect(withinBinomial(wanted.length, targets.length, share / 100, BY_CHANCE), `${kind}: ${wanted.length}`).toBe(
        true,
      )
      // Each visitor gets the version for their cookie, or its replacement.
      for (const { id, status, composition, render } of answers) {
        const isCandidate = versionFor(id) === manifest.version
        const shown = isCandidate && how !== 'cannot be linked' ? manifest.version : stable.manifest.version
        expect({ kind, status, composition, render }).toEqual({
          kind,
          status: 200,
          composition: composed(shown),
          render: isCandidate && how === 'throws' ? 'frame; failed' : 'server',
        })
        if (isCandidate) count('edge.loads')
        if (isCandidate && how === 'throws') count('edge.failures.render')
        if (isCandidate && how === 'cannot be linked') count('edge.failures.use')
      }
    }
    // The loads in the evidence are these, besides the warm-up requests of this test.
    for (const [metric, times] of counts)
      await expect
        .poll(() => told(manifest.version, metric))
        .toSatisfy((loads) => loads >= times && loads <= times + warmUps)
  })

  it('stays with its visitors, and an invalid cookie makes a new visitor', async () => {
    const candidate = fakeSection('events', `2.0.${round}`, { pages })
    const versionFor = await rollOut(candidate, 50)
    for (const id of ['0123456789abcdef', 'fedcba9876543210', '00000000000000aa', '1111111111111111']) {
      const answers = await askAll(Array<string>(50).fill('/events'), `marram_visitor=${id}`)
      expect(new Set(answers.map(({ composition }) => composition))).toEqual(new Set([composed(versionFor(id))]))
      expect(answers.some(({ isNew }) => isNew)).toBe(false)
    }
    const answers = await askAll(Array<string>(1000).fill('/events'), 'marram_visitor=0123456789ABCDEF')
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1000)
    for (const { id, composition } of answers) expect(composition).toBe(composed(versionFor(id)))
    const given = answers.filter(({ id }) => versionFor(id) === candidate.manifest.version)
    expect(withinBinomial(given.length, 1000, 0.5, BY_CHANCE)).toBe(true)
  })
})
