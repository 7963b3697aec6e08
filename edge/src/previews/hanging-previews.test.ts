import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { createMetrics } from '@marram/server/metrics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPreview } from '../testing/ask-preview'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell, hang } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

const LINKS = Array.from({ length: 24 }, (_, i) => `link-${i}`)
const shell = fakeShell()
const live = fakeSection()
/** Its server build blocks its process during linking. */
const hanging = LINKS.map((_, i) => fakeSection('events', `2.0.${i}`, { server: hang() }))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-hanging-'))
const metrics = createMetrics()
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, live, ...hanging)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(live)] })
  for (const [i, link] of LINKS.entries()) {
    const events = [entryOf(hanging[i] as (typeof hanging)[number])]
    const shown = {
      ...{ environment: 'production', what: link, source: null, needsToken: false },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      document: { schema: DISCOVERY_SCHEMA, microFrontends: { shell: [entryOf(shell)], events } },
    }
    registry.files.set(`/releases/previews/${link}`, Buffer.from(JSON.stringify(shown)))
  }
  const environment = { PAGE_CACHE_BYTES: '0', RENDER_TIMEOUT_MS: '10000' }
  edge = await startTestEdge({ folder, api: registry, registry, log: fakeLog().log, metrics, environment })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

it('many hanging previews share a few processes, show advice, and take no capacity from visitors', async () => {
  const asked = LINKS.map((link) => askPreview(edge.previews, link, '/events'))
  let most = 0
  const visits: { status: number; isWhole: boolean }[] = []
  for (const until = Date.now() + 4000; Date.now() < until; ) {
    const page = await fetch(`${edge.url}/events`)
    visits.push({ status: page.status, isWhole: (await page.text()).includes('from events 1.0.0') })
    most = Math.max(most, await renderProcesses())
  }
  // Two processes for live pages, two for trials, and one for each open preview, with a shell each.
  expect(most).toBeLessThanOrEqual(2 + 2 + 6)
  expect(visits.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([])
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(LINKS.length - 10)
  for (const each of refused) {
    expect(each.headers.get('retry-after')).toBe('5')
    expect(await each.text()).toContain('Other previews are being opened')
  }
})

const renderProcesses = async () =>
  Number(/^marram_render_processes (\d+)$/m.exec(await metrics.metrics())?.[1] ?? Number.NaN)
