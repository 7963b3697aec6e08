import { createMetrics } from '@marram/server/metrics'
import Fastify from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { Faults, MOST_REPORT_BYTES, reportHandler } from './faults'
import { framesOf, frameText } from './readable-stacks'

const report = {
  kind: 'section-load',
  message: 'nothing came',
  part: 'mfe-events',
  version: '1.0.0',
  composition: '0123456789ab',
}
const logged = fakeLog()
const metrics = createMetrics()
const stacks = { read: async (stack: string) => framesOf(stack).map((frame) => `read ${frameText(frame)}`) }
const faults = new Faults({ log: logged.log, stacks, metrics, knows: () => true })

function endpoint() {
  const app = Fastify()
  app.post('/releases/reports', { bodyLimit: MOST_REPORT_BYTES }, reportHandler(faults))
  return async (payload: object | string, remoteAddress = '192.0.2.1') =>
    (
      await app.inject({
        method: 'POST',
        url: '/releases/reports',
        headers: { 'content-type': 'application/json' },
        payload,
        remoteAddress,
      })
    ).statusCode
}

beforeEach(() => void logged.lines.splice(0))

describe('a report from a browser', () => {
  it('is logged for operators', async () => {
    expect(await endpoint()(report)).toBe(204)
    expect(logged.lines).toEqual([{ level: 'warn', fields: report, message: 'reported by a browser' }])
  })

  it('is counted by part and version, and its stack shown by its sources', async () => {
    const url = 'https://marram.example/releases/files/mfe-quiz/2.0.0/browser/a.js'
    const stack = `Error: of Rosalind\n at Rosalind (${url}:1:9)`
    await endpoint()({ kind: 'uncaught', message: 'call 0700 900 100', stack })
    const read = { part: 'mfe-quiz', version: '2.0.0', stack: ['read mfe-quiz@2.0.0 browser/a.js:1:9'] }
    expect(logged.lines[0]?.fields).toEqual({ kind: 'uncaught', message: 'call *', ...read })
    const labels = 'source="browser",kind="uncaught",part="mfe-quiz",version="2.0.0"'
    expect(await metrics.metrics()).toContain(`marram_faults_total{${labels}} 1`)
  })

  it('gets the version from its composition when it names only the part', async () => {
    const versionIn = (composition: string, part: string) => (composition === 'abc' ? `of ${part}` : undefined)
    const asked = new Faults({ log: logged.log, stacks, metrics: createMetrics(), versionIn, knows: () => true })
    await asked.report('browser', { kind: 'boundary', message: '', part: 'mfe-quiz', composition: 'abc' })
    await asked.report('browser', { kind: 'boundary', message: '', part: 'mfe-quiz', composition: 'old' })
    expect(logged.lines.map(({ fields }) => fields.version)).toEqual(['of mfe-quiz', undefined])
  })

  it('is passed on with the version that it does not name itself', async () => {
    const versionIn = (_: string, part: string) => `of ${part}`
    const asked = new Faults({ log: logged.log, stacks, metrics: createMetrics(), versionIn, knows: () => true })
    const passedOn: object[] = []
    const app = Fastify()
    app.post(
      '/releases/reports',
      reportHandler(asked, async (each) => void passedOn.push(each)),
    )
    const { version: _, ...boundary } = { ...report, kind: 'boundary' }
    for (const payload of [boundary, report]) await app.inject({ method: 'POST', url: '/releases/reports', payload })
    expect(passedOn).toEqual([{ ...boundary, version: 'of mfe-events' }, report])
  })

  it('cannot fill the memory, whatever its kind and part', async () => {
    const flooding = createMetrics()
    const flooded = new Faults({ log: logged.log, stacks, metrics: flooding, knows: () => true })
    for (let i = 0; i < 1000; i += 1)
      await flooded.report('browser', { kind: `kind-${i}`, message: '', part: `part-${i % 500}`, version: `1.0.${i}` })
    const text = await flooding.metrics()
    expect(text.split('\n').length).toBeLessThan(400)
    // The newest series stay, because releases keep coming.
    expect(text).toContain('part="part-499",version="1.0.999"} 1')
    expect(text).not.toContain('version="1.0.0"}')
  })

  it('cannot fill the counter with versions of unknown parts', async () => {
    const flooding = createMetrics()
    const flooded = new Faults({ log: logged.log, stacks, metrics: flooding, knows: () => true })
    flooded.count('browser', { kind: 'k', part: 'mfe-quiz', version: '1.0.0' })
    for (let i = 0; i < 400; i += 1) flooded.count('browser', { kind: 'k', version: `6.0.${i}` })
    const text = await flooding.metrics()
    expect(text).toContain('kind="k",part="mfe-quiz",version="1.0.0"} 1')
    expect(text).toContain('kind="k",part="unknown",version="unknown"} 400')
  })

  it('cannot fill the counter with unknown parts and versions', async () => {
    const flooding = createMetrics()
    const knows = (part: string, version: string | undefined) =>
      part === 'mfe-quiz' && (version === undefined || version.startsWith('1.'))
    const flooded = new Faults({ log: logged.log, stacks, metrics: flooding, knows })
    const tell = (part: string, version?: string) =>
      flooded.report('browser', { kind: 'k', message: '', part, version })
    for (let i = 0; i < 400; i += 1) await tell(i % 2 ? 'mfe-quiz' : `part-${i}`, `6.0.${i}`)
    await tell('mfe-quiz', '1.0.0')
    await tell('mfe-quiz')
    const label = (part: string, version: string) => `source="browser",kind="k",part="${part}",version="${version}"`
    const text = await flooding.metrics()
    expect(text).toContain(`{${label('mfe-quiz', '1.0.0')}} 1`)
    expect(text).toContain(`{${label('mfe-quiz', 'unknown')}} 1`)
    expect(text).toContain(`{${label('other', 'other')}} 400`)
  })

  it('cannot displace counts from servers', async () => {
    const flooding = createMetrics()
    const flooded = new Faults({ log: logged.log, stacks, metrics: flooding, knows: () => true })
    for (let i = 0; i < 400; i += 1)
      await flooded.report('browser', { kind: `kind-${i}`, message: '', part: 'p', version: `1.0.${i}` })
    flooded.count('server', { kind: 'release', part: 'mfe-quiz', version: '2.0.0' })
    const labels = 'source="server",kind="release",part="mfe-quiz",version="2.0.0"'
    expect(await flooding.metrics()).toContain(`{${labels}} 1`)
  })

  it('is logged without undeclared fields', async () => {
    await endpoint()({ ...report, phone: '0123456789', typed: 'something' })
    expect(logged.lines[0]?.fields).toEqual(report)
  })

  it.each(['0123456789ab', 'preview-0123456789ab', '0123456789ab'.padEnd(32, '0')])(
    'names the composition %s, in the old or the new format',
    async (composition) => {
      expect(await endpoint()({ ...report, composition })).toBe(204)
      expect(logged.lines[0]?.fields).toMatchObject({ composition })
    },
  )

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['a message of another kind', { ...report, message: { a: 1 } }],
    ['a message that is too long', { ...report, message: 'x'.repeat(301) }],
    ['a kind that is too long', { ...report, kind: 'x'.repeat(41) }],
    ['a kind that is no word', { ...report, kind: 'rosalind@example.org' }],
    ['a part that is none', { ...report, part: '0700 900 100' }],
    ['a version that is none', { ...report, version: '0700900100' }],
    ['a composition that is none', { ...report, composition: 'of Rosalind' }],
  ])('is refused when it is %s', async (_, payload) => {
    expect(await endpoint()(payload)).toBe(400)
    expect(logged.lines).toEqual([])
  })

  it('is refused when it is huge or not JSON', async () => {
    expect(await endpoint()({ ...report, more: 'x'.repeat(17_000) })).toBe(413)
    expect(await endpoint()('{')).toBe(400)
  })

  it('is accepted 120 times a minute, to protect the log, and only counted beyond that', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 })
    const send = endpoint()
    const answers: number[] = []
    for (let i = 0; i < 125; i++) answers.push(await send({ ...report, kind: 'many' }, `192.0.2.${i % 5}`))
    expect(answers.filter((code) => code === 204)).toHaveLength(120)
    expect(answers.at(-1)).toBe(429)
    const labels = 'source="browser",kind="many",part="mfe-events",version="1.0.0"'
    expect(await metrics.metrics()).toContain(`marram_faults_total{${labels}} 125`)
    vi.setSystemTime(60_060_000)
    expect(await send(report)).toBe(204)
    vi.useRealTimers()
  })

  it('is accepted from others while one client sends too many', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 })
    const send = endpoint()
    for (let i = 0; i < 200; i++) await send(report)
    expect(logged.lines).toHaveLength(60)
    expect(await send(report)).toBe(429)
    expect(await send(report, '198.51.100.1')).toBe(204)
    vi.useRealTimers()
  })
})
