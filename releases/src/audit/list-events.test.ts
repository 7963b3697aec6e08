import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

type Event = { id: number; at: string; action: string; part: string; actor: string; refused: boolean }

describe.each(engines)('the audit log, database $name', (engine) => {
  let desk: ReleaseDesk
  let read: (query: string) => Promise<{ events: Event[]; next: number | null }>
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    read = async (query) =>
      (await desk.registry.call('GET', `/releases/events?environment=${desk.env}&${query}`)).body as never
    await desk.begin()
    const berta = await desk.registry.tokenFor({ role: 'manager', environment: desk.env, name: 'Berta' })
    await desk.act('events', 'promote', { version: '1.1.0', reason: 'new cards' }, berta)
    await desk.act('events', 'canary', { version: '1.2.0', traffic: 10 }, berta)
    await desk.act('quiz', 'promote', { version: '7.0.0' }, berta)
    await desk.act('events', 'abort', {}, berta)
  })
  afterAll(() => desk.remove())

  it('shows who did what, where, from what to what, why and when', async () => {
    const { events } = await read('actor=Berta')
    expect(events).toMatchObject([
      {
        action: 'abort',
        from: { stable: '1.1.0', candidate: '1.2.0', traffic: 10 },
        to: { stable: '1.1.0', candidate: null, traffic: 0 },
      },
      {
        action: 'promote',
        part: 'quiz',
        refused: true,
        version: '7.0.0',
        from: null,
        to: null,
        detail: { code: 'not-found', asked: { version: '7.0.0' } },
      },
      { action: 'canary', part: 'events', version: '1.2.0', from: { traffic: 0 }, to: { traffic: 10 } },
      {
        action: 'promote',
        part: 'events',
        environment: desk.env,
        actor: 'Berta',
        refused: false,
        version: '1.1.0',
        from: { stable: '1.0.0' },
        to: { stable: '1.1.0' },
        reason: 'new cards',
        composition: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(Math.abs(Date.now() - new Date(events[0]?.at as string).getTime())).toBeLessThan(600_000)
  })

  it('can be filtered', async () => {
    const ids = async (query: string) => (await read(query)).events.map(({ id }) => id)
    const all = (await read('')).events
    const of = (wanted: (event: Event) => boolean) => all.filter(wanted).map(({ id }) => id)
    expect(await ids('part=events')).toEqual(of(({ part }) => part === 'events'))
    expect(await ids('action=promote')).toEqual(of(({ action }) => action === 'promote'))
    expect(await ids('refused=true')).toEqual(of(({ refused }) => refused))
    expect(await ids('refused=false&actor=Berta')).toEqual(of(({ refused, actor }) => !refused && actor === 'Berta'))
    const middle = all[2]?.at as string
    expect(await ids(`since=${middle}`)).toEqual(of(({ at }) => at >= middle))
    expect(await ids(`until=${middle}`)).toEqual(of(({ at }) => at < middle))
    expect((await desk.registry.call('GET', '/releases/events?refused=maybe')).status).toBe(400)
  })

  it('is read page by page, to the end', async () => {
    const all = (await read('')).events.map(({ id }) => id)
    const seen: number[] = []
    let before = ''
    for (let page = 0; page < all.length; page++) {
      const { events, next } = await read(`limit=3${before}`)
      seen.push(...events.map(({ id }) => id))
      if (next === null) break
      before = `&before=${next}`
    }
    expect(seen).toEqual(all)
    expect(all.length).toBe(7)
  })
})
