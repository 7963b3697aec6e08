import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Counted } from '@marram/release-contract/evidence'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell, hang } from '../testing/fake-releases'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'

const ASKED = 4
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-late-'))
const shell = fakeShell()
const events = fakeSection('events')
/** Each of its pages blocks its process for longer than the time limit of a page. */
const server = `exports.say = (path) => { if (path.startsWith('/events')) ${hang(1500)}; return 'late' }`
const candidate = fakeSection('events', '2.0.0', { server })
const quiz = fakeSection('quiz')
const broken = fakeSection('broken', '3.0.0', { server: "exports.say = () => { throw new Error('no') }" })
let registry: FakeRegistry
let api: Awaited<ReturnType<typeof smallApi>>
let edge: Awaited<ReturnType<typeof startTestEdge>>
beforeAll(async () => {
  registry = await fakeRegistry()
  api = await smallApi()
  registry.publish(shell, events, candidate, quiz, broken)
  registry.promote({
    shell: [entryOf(shell)],
    // For everybody, so that all requests here get it.
    events: [entryOf(events, { traffic: 0 }), entryOf(candidate, { traffic: 100, stable: false, fallbacks: [events] })],
    quiz: [entryOf(quiz)],
    broken: [entryOf(broken)],
  })
  const environment = { RENDER_TIMEOUT_MS: '600' }
  edge = await startTestEdge({ folder, api, registry, environment, log: fakeLog().log })
})
afterAll(async () => {
  await registry.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

const rows = () =>
  registry.reports
    .filter(({ path }) => path.endsWith('/evidence'))
    .flatMap(({ body }) => (body as { counts: Counted[] }).counts)

/** Evidence at the registry, by part, version and metric. */
function told(): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { part, version, metric, count } of rows()) {
    const key = `${part}@${version} ${metric}`
    sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}

const metrics: Record<string, string> = { 'frame; late': 'edge.failures.late', 'frame; failed': 'edge.failures.render' }

it('counts timed-out pages against the section that owns them', async () => {
  const counted: Record<string, number> = {}
  const ask = async (part: 'events@2.0.0' | 'quiz@1.0.0') => {
    const { headers } = await fetch(`${edge.url}/${part.split('@', 1)[0]}`)
    const render = String(headers.get('x-marram-render'))
    for (const metric of ['edge.loads', metrics[render]])
      for (const one of metric === undefined ? [] : [`${part} ${metric}`, `shell@1.0.0 ${metric}`])
        counted[one] = (counted[one] ?? 0) + 1
    return render
  }
  for (let i = 0; i < ASKED; i += 1) {
    // On a busy machine a process that is blocked for too long may be treated as hanging.
    expect(await ask('events@2.0.0')).toMatch(i === 0 ? 'frame; late' : /^frame; (late|failed)$/)
    // When they share a process a page of the other section waits as well, and is late too.
    await expect.poll(() => ask('quiz@1.0.0')).toMatch(/^server/)
  }
  expect(counted['events@2.0.0 edge.loads']).toBe(ASKED)
  // An error in a file of a section counts as its own failure, and for the shell as a failure of another part.
  expect((await fetch(`${edge.url}/broken`)).headers.get('x-marram-render')).toBe('frame; failed')
  counted['broken@3.0.0 edge.loads'] = 1
  counted['broken@3.0.0 edge.failures.render'] = 1
  counted['shell@1.0.0 edge.loads'] = (counted['shell@1.0.0 edge.loads'] ?? 0) + 1
  counted['shell@1.0.0 edge.failures.elsewhere'] = 1
  // It reports once more when it ends.
  await edge.close()
  expect(told()).toEqual(counted)
  const failures = rows().filter(({ part, metric }) => part === 'events' && metric.startsWith('edge.failures.'))
  expect(new Set(failures.flatMap(({ networks = [] }) => networks)).size).toBe(1)
  expect(failures.every(({ networks }) => networks?.length === 1)).toBe(true)
})
