import { compositionId } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environment } from '../schema'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { countsSince } from './counts'

describe.each(engines)('with the stolen token of an edge of staging, database $name', (engine) => {
  let desk: ReleaseDesk
  let staging: string
  let stolen: string
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(async () => {
    await desk.begin()
    staging = `staging-of-${desk.env}`
    await desk.registry.db.insert(environment).values({ name: staging })
    stolen = await desk.registry.tokenFor({ role: 'edge', environment: staging, name: staging })
  })

  const get = (path: string, token?: null) => desk.registry.call('GET', `/releases/${path}`, { token })
  const forge = (id: string, versions: Record<string, string>, parts = {}) =>
    desk.registry.call('POST', `/releases/environments/${staging}/diagnostics`, {
      json: { opened: [{ id, versions, parts }] },
      token: stolen,
    })
  const unreleased = { part: 'quiz', version: '1.2.0' }

  it('nobody can choose the versions of a composition of production', async () => {
    const next = { shell: '1.0.0', events: '1.1.0', quiz: '1.0.0' }
    const id = compositionId(next)
    const forged = { ...next, [unreleased.part]: unreleased.version }
    expect((await forge(id, forged, { quiz: { wanted: '1.0.0', reason: 'it was killed' } })).status).toBe(200)
    expect((await forge(id, forged)).status).toBe(200)

    await desk.act('events', 'promote', { version: '1.1.0' })
    expect(await desk.get()).toMatchObject({ composition: id })
    // The same after it is live.
    await forge(id, forged)
    expect((await get(`compositions/${id}`)).body).toMatchObject({ id, versions: next })
    expect((await get(`why/${id}`)).body).toMatchObject({ versions: next })
    const files = `files/${unreleased.part}/${unreleased.version}/static/js/remoteEntry.js`
    expect((await get(files, null)).status).toBe(404)

    await desk.act('events', 'promote', { version: '1.2.0' })
    const back = await desk.act(null, 'rollback', { composition: id })
    expect(back).toMatchObject({ status: 200, body: { composition: id } })
    expect(await desk.get()).toMatchObject({ parts: { quiz: { stable: '1.0.0' } } })
  })

  it('nobody can redefine a composition that only edges of production opened', async () => {
    const versions = { shell: '1.0.0', events: '1.0.0' }
    // Its id cannot be computed from the versions: a killed part belongs to it too.
    const id = compositionId({ ...versions, quiz: desk.env })
    const killed = { quiz: { wanted: '1.0.0', reason: 'it was killed' } }
    await forge(id, { ...versions, shell: '1.2.0' }, killed)
    const counted = { composition: id, part: 'events', version: '1.0.0', metric: 'edge.loads', count: 3 }
    await desk.report('evidence', { counts: [counted] })
    const beside = async () => {
      const wanted = { environment: desk.env, part: 'events', versions: ['1.0.0'], since: new Date(0) }
      return (await countsSince(desk.registry.db, wanted)).map((each) => each.beside)
    }
    expect(await beside()).toEqual([null])
    await desk.report('diagnostics', { opened: [{ id, versions, parts: killed }] })
    expect(await beside()).toEqual(['1.0.0'])
    await forge(id, { ...versions, shell: '1.2.0' }, killed)
    const report = { id: 'named1', kind: 'load', message: 'broken', composition: id, choices: {}, preview: false }
    await desk.report('diagnostics', { reports: [report] })
    const { digests, ...why } = (await get('why/named1')).body as { digests: object[] }
    expect(why).toMatchObject({ composition: id, versions })
    expect(digests).toContainEqual({ environment: desk.env, part: 'shell', version: '1.0.0', right: true })
    expect(digests).not.toContainEqual({ environment: desk.env, part: 'shell', version: '1.2.0', right: true })
  })

  it('nobody can report about production, and its document and edges stay unchanged', async () => {
    const document = () => get(`environments/${desk.env}/discovery.json`, null)
    const before = await document()
    const edge = { id: '0123456789abcdef', served: before.headers.get('etag'), ended: true }
    await desk.report('diagnostics', { edge: { ...edge, ended: false } })
    for (const [path, json] of [
      ['evidence', { counts: [] }],
      ['diagnostics', { edge }],
    ] as const)
      expect(await desk.report(path, json, stolen)).toMatchObject({ status: 403 })
    await desk.registry.call('POST', `/releases/environments/${staging}/diagnostics`, { json: { edge }, token: stolen })
    for (const path of ['parts/quiz/promote', 'parts/quiz/kill', 'rollback', 'freeze'])
      expect(
        await desk.registry.call('POST', `/releases/environments/${desk.env}/${path}`, { token: stolen }),
      ).toMatchObject({ status: 403 })
    expect((await document()).body).toEqual(before.body)
    expect((await get(`environments/${desk.env}`)).body).toMatchObject({ edges: [{ id: edge.id, state: 'current' }] })
  })
})
