import { createMetrics } from '@marram/server/metrics'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { Faults, renderFault, renderReports } from './faults'
import { framesOf, frameText, throwingSection } from './readable-stacks'

const build = (part: string, version: string) => ({ part, version, file: '', integrity: '' })
const shell = build('shell', '1.0.0')
const quiz = build('mfe-quiz', '2.0.0')
const live = { shell, section: quiz, isLive: true }
const preview = { shell, section: build('mfe-quiz', '3.0.0'), isLive: false }

let logged: ReturnType<typeof fakeLog>
let metrics: ReturnType<typeof createMetrics>
let faults: Faults
let report: ReturnType<typeof renderReports>
beforeEach(() => {
  logged = fakeLog()
  metrics = createMetrics()
  const stacks = { read: async (stack: string) => framesOf(stack).map(frameText) }
  faults = new Faults({ log: logged.log, stacks, metrics, knows: () => true })
  report = renderReports(faults, logged.log)
})
const settled = () => new Promise((resolve) => setImmediate(resolve))
const fields = async () => {
  await settled()
  return logged.lines.map((line) => line.fields)
}
const figures = async () =>
  (await metrics.metrics()).split('\n').filter((line) => line.startsWith('marram_faults_total{'))

it('a process reports under its own section or shell, whatever it claims', async () => {
  report({ kind: 'loader', message: 'a', part: 'mfe-events', version: '1.0.0' }, live)
  report({ kind: 'loader', message: 'b', part: 'mfe-quiz', version: '9.9.9' }, live)
  report({ kind: 'loader', message: 'c', part: 'shell', version: '9.9.9' }, live)
  report({ kind: 'no name of a kind', message: 'd' }, live)
  const place = (part: string, version: string) => `  at x (/data/releases/${part}/${version}/server/a.js:1:2)`
  const stack = `Error\n${place('mfe-events', '1.0.0')}\n${place('mfe-quiz', '2.0.0')}`
  report({ kind: 'render-process', message: 'e', stack }, live)
  const own = { part: 'mfe-quiz', version: '2.0.0' }
  expect(await fields()).toEqual([
    { kind: 'loader', message: 'a', ...own },
    { kind: 'loader', message: 'b', ...own },
    { kind: 'loader', message: 'c', part: 'shell', version: '1.0.0' },
    { kind: 'other', message: 'd' },
    { kind: 'render-process', message: 'e', ...own, stack: ['mfe-quiz@2.0.0 server/a.js:1:2'] },
  ])
  expect((await figures()).join()).not.toContain('mfe-events')
})

describe('an error on a page', () => {
  const at = (part: string) => `    at x (/data/releases/${part}/1.0.0/server/a.js:1:2)`
  const [ofShell, ofQuiz, ofEvents] = ['shell', 'mfe-quiz', 'mfe-events'].map(at)
  const written = (...lines: (string | undefined)[]) => ['Error: it writes its own stack', ...lines].join('\n')

  it.each([
    ['the section', written(ofQuiz, ofShell), 'mfe-quiz'],
    ['nobody, where the shell alone is named', written(ofShell), undefined],
    ['nobody, where another section is', written(ofEvents, ofShell), undefined],
    ['the section, where another one is named before it', written(ofEvents, ofQuiz), 'mfe-quiz'],
  ])('is attributed to %s', (_, stack, section) => {
    expect(throwingSection(stack, 'mfe-quiz')).toBe(section)
    expect(throwingSection(stack, undefined)).toBeUndefined()
  })

  it('is logged and counted for its owner, without files of others', async () => {
    const page = { live: { id: 'a' }, request: 'b' }
    const owner = { section: 'mfe-quiz', version: '1.0.0', page: { pattern: '/quiz' } }
    const thrown = new Error(written(ofEvents, ofQuiz))
    await faults.report('server', renderFault({ ...page, owner }, thrown))
    await faults.report('server', renderFault({ ...page, owner: undefined }, thrown))
    expect(JSON.stringify(await fields())).not.toContain('mfe-events')
    const all = (await figures()).join()
    expect(all).toContain('part="mfe-quiz",version="1.0.0"} 1')
    expect(all).toContain('part="unknown",version="unknown"} 1')
    expect(all).not.toContain('mfe-events')
  })
})

it('previews fill neither the counter nor the log of live releases', async () => {
  for (let n = 0; n < 500; n += 1) report({ kind: `k-${'x'.repeat(n % 30)}`, message: '' }, preview)
  expect(await figures()).toEqual([])
  expect(new Set((await fields()).map((each) => each.live))).toEqual(new Set([false]))
  logged.lines.length = 0
  for (let n = 0; n < 200; n += 1) report({ kind: 'loader', message: '', part: 'mfe-quiz' }, live)
  expect(await fields()).toHaveLength(120)
  expect(await figures()).toEqual([expect.stringMatching(/kind="loader",part="mfe-quiz",version="2.0.0"} 200$/)])
})

it('a live section uses up neither the log nor the kinds of others', async () => {
  for (let n = 0; n < 500; n += 1) report({ kind: `k-${'abcdefghij'[n % 10]}${'x'.repeat(n % 30)}`, message: '' }, live)
  await settled()
  logged.lines.length = 0
  const other = { shell, section: build('mfe-events', '1.0.0'), isLive: true }
  report({ kind: 'loader', message: '', part: 'mfe-events' }, other)
  expect(await fields()).toEqual([{ kind: 'loader', message: '', part: 'mfe-events', version: '1.0.0' }])
  expect((await figures()).join()).toContain('kind="loader",part="mfe-events",version="1.0.0"} 1')
})
