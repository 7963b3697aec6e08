import { readFileSync } from 'node:fs'
import { NOT_READY } from '@marram/release-contract/diagnostics'
import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statusText } from '../../cli/live-texts'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { measureEdges } from './edges'

describe.each(engines)('what edges serve, database $name', (engine) => {
  let desk: ReleaseDesk
  let edgeToken: string
  let now = Date.parse('2026-05-01T12:00:00Z')
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
    edgeToken = await desk.registry.tokenFor({ role: 'edge' })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const since = '2026-05-01T11:59:00.000Z'
  const send = (id: string, edge: object) => desk.report('diagnostics', { edge: { id: id.repeat(16), ...edge } })
  const document = async () => {
    const path = `/releases/environments/${desk.env}/discovery.json`
    return (await desk.registry.call('GET', path)).headers.get('etag') as string
  }
  const edges = async () => ((await desk.get()) as { edges: object }).edges

  it('is unknown until an edge reports it', async () => {
    expect(await edges()).toEqual([])
    expect(statusText((await desk.get()) as never)).toContain('No edge has reported here lately.')
  })

  it('is compared with what the registry would send now, by revision too', async () => {
    const served = await document()
    const { revision } = (await desk.get()) as { revision: number }
    const usual = { served, latest: served, since, revision, composition: '0123456789ab' }
    for (const id of ['a', 'b']) expect((await send(id, { ...usual, name: `${id}:3000` })).status).toBe(200)
    const current = { name: 'a:3000', state: 'current', revision, composition: '0123456789ab', unusable: {}, age: 0 }
    expect(await edges()).toMatchObject([current, { ...current, name: 'b:3000' }])
    expect(statusText((await desk.get()) as never)).toContain('2 of 2 edges follow.')

    await desk.act('events', 'promote', { version: '1.1.0' })
    const newest = await document()
    expect(newest).not.toBe(served)
    await send('b', { ...usual, name: 'b:3000', latest: newest, reason: 'digest of browser/page.js' })
    const unusable = { events: { wanted: '1.1.0', reason: 'it throws' } }
    await send('c', { ...usual, name: 'c:3000', served: newest, latest: newest, revision: revision + 1, unusable })
    await send('d', {})
    const expected = [
      { id: 'aaaaaaaaaaaaaaaa', state: 'behind', revision, reason: 'it has not received the newest document' },
      { id: 'bbbbbbbbbbbbbbbb', state: 'behind', since, reason: 'digest of browser/page.js' },
      { id: 'cccccccccccccccc', state: 'current', revision: revision + 1, reason: null, unusable },
      // An edge of an earlier version, without a name.
      { name: 'dddddddddddddddd', state: 'behind', revision: null, reason: 'it has no document of this registry' },
    ]
    expect(await edges()).toMatchObject(expected)
    const text = statusText((await desk.get()) as never)
    expect(text).toContain('1 of 4 edges follows.')
    expect(text).toContain(
      `b:3000 serves revision ${revision} of ${revision + 1} since ${since}: digest of browser/page.js.`,
    )
    expect(text).toContain('c:3000 cannot use events 1.1.0: it throws.')
    expect(text).toMatch(new RegExp(`^c:3000 +current +${revision + 1} +0123456789ab +0 s ago$`, 'm'))
    const { environments } = (await desk.registry.call('GET', '/releases/board')).body as {
      environments: { environment: string }[]
    }
    expect(environments.find(({ environment }) => environment === desk.env)).toMatchObject({ edges: expected })
    const measured = createMetrics()
    measureEdges(measured, desk.registry.db, () => new Date(now))
    const figures = await measured.metrics()
    expect(figures).toContain(`marram_edges{environment="${desk.env}",state="behind"} 3`)
    expect(figures).toContain(`marram_edges{environment="${desk.env}",state="unable"} 1`)
    // The alerts name existing states.
    const alerts = readFileSync('deploy/observability/alerts.yaml', 'utf8').matchAll(
      /marram_edges\{.*state=~?"([a-z|]+)"\}/g,
    )
    const named = new Set([...alerts].flatMap(([, all = '']) => all.split('|')))
    expect([...named].sort()).toEqual(['behind', 'current', 'silent', 'unable'])
  })

  it('is outdated while an edge has the newest document and not yet all its releases', async () => {
    const served = await document()
    const state = { name: 'a:3000', served, latest: served }
    const unusable = { events: { wanted: '1.1.0', reason: NOT_READY } }
    await send('a', { ...state, unusable })
    expect(await edges()).toMatchObject([{ state: 'behind', reason: null, unusable }])
    const text = statusText((await desk.get()) as never)
    expect(text).toContain('0 of 1 edge follow.\na:3000 cannot use events 1.1.0: it is not ready yet.\n')
    await send('a', { ...state, unusable: {} })
    expect(await edges()).toMatchObject([{ state: 'current' }])
  })

  it('is reported per environment, and quiet without recent reports', async () => {
    const served = await document()
    await send('a', { name: 'one:3000', served, latest: served })
    await send('b', { name: 'two:3000', served, latest: served })
    const other = desk.env
    await desk.begin()
    expect(await edges()).toEqual([])
    await send('c', { name: 'three:3000', served: await document() })
    now += 60_000
    const theirs = async () =>
      (await desk.registry.call('GET', `/releases/environments/${other}`)).body.edges as { name: string }[]
    expect(await theirs()).toMatchObject([
      { name: 'one:3000', state: 'silent', age: 60 },
      { name: 'two:3000', state: 'silent', age: 60 },
    ])
    expect(statusText({ ...(await desk.get()) } as never)).toContain('three:3000 has not reported for 60 s.')
    // The first was restarted, the second is stopping normally: neither is reported as missing.
    const report = (id: string, edge: object) =>
      desk.registry.call('POST', `/releases/environments/${other}/diagnostics`, {
        json: { edge: { id: id.repeat(16), ...edge } },
        token: edgeToken,
      })
    await report('e', { name: 'one:3000', served })
    await report('b', { name: 'two:3000', served, ended: true })
    expect(await theirs()).toMatchObject([{ name: 'one:3000', state: 'current' }])
    now += 3_700_000
    await report('f', { name: 'four:3000', served })
    expect((await theirs()).map(({ name }) => name)).toEqual(['four:3000'])
    expect(await edges()).toEqual([])
  })

  it('is limited, and refused when it is not a valid report', async () => {
    for (const wrong of [
      { id: 'x' },
      { id: 'a'.repeat(16), since: 'yesterday' },
      { id: 'a'.repeat(16), reason: 'x'.repeat(301) },
      'no',
    ])
      expect(await desk.report('diagnostics', { edge: wrong })).toMatchObject({ status: 400 })
  })
})
