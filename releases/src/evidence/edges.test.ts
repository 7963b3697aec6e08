import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statusText } from '../../cli/live-texts'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('what edges serve, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.parse('2026-05-01T12:00:00Z')
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
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

  it('is unknown until one reports it', async () => {
    expect(await edges()).toEqual({ current: 0, behind: [] })
    expect(statusText((await desk.get()) as never)).toContain('No edge has reported in the last minute.')
  })

  it('is compared with what the registry would give them now', async () => {
    const served = await document()
    for (const id of ['a', 'b']) expect((await send(id, { served, latest: served, since })).status).toBe(200)
    expect(await edges()).toEqual({ current: 2, behind: [] })
    expect(statusText((await desk.get()) as never)).toContain('2 edges serve this.')

    await desk.act('events', 'promote', { version: '1.1.0' })
    const newest = await document()
    expect(newest).not.toBe(served)
    await send('b', { served, latest: newest, since, reason: 'digest of browser/page.js' })
    await send('c', { served: newest, latest: newest, since })
    await send('d', {})
    const expected = {
      current: 1,
      behind: [
        {
          id: 'aaaaaaaaaaaaaaaa',
          since,
          reason: 'it has not received the newest document',
          heardAt: expect.any(String),
        },
        { id: 'bbbbbbbbbbbbbbbb', since, reason: 'digest of browser/page.js', heardAt: new Date(now).toISOString() },
        {
          id: 'dddddddddddddddd',
          since: null,
          reason: 'it has no document of this registry',
          heardAt: expect.any(String),
        },
      ],
    }
    expect(await edges()).toEqual(expected)
    const text = statusText((await desk.get()) as never)
    expect(text).toContain('1 of 4 edges serves this.')
    expect(text).toContain(`Edge bbbbbbbbbbbbbbbb has served something older since ${since}: digest of browser/page.js`)
    const { environments } = (await desk.registry.call('GET', '/releases/board')).body as {
      environments: { environment: string }[]
    }
    expect(environments.find(({ environment }) => environment === desk.env)).toMatchObject({ edges: expected })
  })

  it('is known of its own environment alone, and forgotten after a minute without a word', async () => {
    const served = await document()
    await send('a', { served, latest: served, since })
    const other = desk.env
    await desk.begin()
    expect(await edges()).toEqual({ current: 0, behind: [] })
    now += 50_000
    await send('b', { served: 'another', since })
    now += 11_000
    const [own, theirs] = [
      await edges(),
      (await desk.registry.call('GET', `/releases/environments/${other}`)).body.edges,
    ]
    expect(own).toMatchObject({ current: 0, behind: [{ id: 'bbbbbbbbbbbbbbbb' }] })
    expect(theirs).toEqual({ current: 0, behind: [] })
  })

  it('is bounded, and refused where it is no such report', async () => {
    for (const wrong of [
      { id: 'x' },
      { id: 'a'.repeat(16), since: 'yesterday' },
      { id: 'a'.repeat(16), reason: 'x'.repeat(301) },
      'no',
    ])
      expect(await desk.report('diagnostics', { edge: wrong })).toMatchObject({ status: 400 })
  })
})
