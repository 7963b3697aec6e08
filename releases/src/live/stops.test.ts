import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('stopping, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
  const stopped = async (part: string) => {
    const { microFrontends } = (await desk.get('/discovery.json')) as {
      microFrontends: Record<string, { extras: { stopped?: object } }[]>
    }
    return microFrontends[part]?.map(({ extras }) => extras.stopped)
  }

  it('a part takes it off the site until it is revived, and shows the reason only to holders of a token', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 10 })
    const kill = { reason: 'it loses drafts', notice: 'Back at nine.' }
    expect(await desk.act('events', 'kill', kill)).toMatchObject({
      status: 200,
      body: { kind: 'kill', part: 'events', ...kill, by: 'a admin', until: null },
    })
    expect(await stopped('events')).toEqual([{ notice: 'Back at nine.' }, { notice: 'Back at nine.' }])
    expect(await stopped('quiz')).toEqual([undefined])
    expect(JSON.stringify(await desk.get('/discovery.json'))).not.toContain('drafts')
    expect((await desk.get()).stops).toMatchObject([{ kind: 'kill', part: 'events', reason: 'it loses drafts' }])
    expect((await desk.act('events', 'revive', { reason: 'mended' })).body).toMatchObject({ changed: true })
    expect((await desk.act('events', 'revive')).body).toMatchObject({ changed: false })
    expect(await stopped('events')).toEqual([undefined, undefined])
    expect((await desk.events('&part=events')).slice(0, 2)).toMatchObject([
      { action: 'revive', reason: 'mended', from: { reason: 'it loses drafts' }, to: null },
      { action: 'kill', reason: 'it loses drafts', from: null, to: { notice: 'Back at nine.' } },
    ])
  })

  it('is reported for changes of the part, alone, together with another part or with all', async () => {
    const { composition } = await desk.get()
    const killed = async (part: string | null, action: string, json?: object) =>
      (await desk.act(part, action, json)).body.killed
    for (const part of ['events', 'quiz'])
      await desk.act(part, 'canary', { version: '1.1.0', traffic: 10, group: 'summer' })
    await desk.act('quiz', 'kill', { reason: 'it loses drafts' })
    expect(await killed('events', 'promote', { version: '1.1.0' })).toEqual(['quiz'])
    expect(await killed('shell', 'promote', { version: '1.1.0' })).toEqual([])
    expect(await killed('quiz', 'rollback')).toEqual(['quiz'])
    expect(await killed(null, 'rollback', { composition })).toEqual(['quiz'])
    expect(await killed('quiz', 'retire', { reason: 'it is over' })).toEqual([])
  })

  it('ends automatically at its time', async () => {
    await desk.act('events', 'kill', { reason: 'for a moment', until: soon(1500) })
    await desk.act(null, 'freeze', { reason: 'for a moment', until: soon(1500) })
    expect(await stopped('events')).toEqual([{}])
    expect((await desk.act('quiz', 'promote', { version: '1.1.0' })).status).toBe(423)
    await expect.poll(() => stopped('events')).toEqual([undefined])
    await expect.poll(async () => (await desk.act('quiz', 'promote', { version: '1.1.0' })).status).toBe(200)
    expect((await desk.get()).stops).toEqual([])
  })

  it('an environment blocks new releases, and allows rollbacks', async () => {
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 50 })
    const until = soon(3_600_000)
    await desk.act(null, 'freeze', { reason: 'the elections', until })
    const refused = await desk.act('shell', 'promote', { version: '1.1.0' })
    expect(refused).toMatchObject({
      status: 423,
      body: { code: 'stopped', stop: { kind: 'freeze', reason: 'the elections', by: 'a admin', until } },
    })
    expect(refused.body.message).toContain('the elections')
    expect((await desk.act('quiz', 'canary', { traffic: 60 })).status).toBe(423)
    expect((await desk.act('quiz', 'promote')).status).toBe(423)
    expect((await desk.act('quiz', 'canary', { traffic: 20 })).status).toBe(200)
    expect((await desk.act('quiz', 'abort')).status).toBe(200)
    expect((await desk.act('events', 'rollback')).body).toMatchObject({ version: '1.0.0' })
    expect((await desk.events('&action=promote&refused=true&part=shell'))[0]).toMatchObject({ actor: 'a admin' })
    await desk.act(null, 'unfreeze')
    expect((await desk.act('shell', 'promote', { version: '1.1.0' })).status).toBe(200)
  })

  it('an environment allows going back to what was live for everybody, and not forward to newer releases', async () => {
    const composition = async () => (await desk.get()).composition as string
    const first = await composition()
    await desk.act('events', 'promote', { version: '1.1.0' })
    const second = await composition()
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 50 })
    const { compositions } = (await desk.get('/compositions')) as { compositions: { id: string; partial: boolean }[] }
    const tried = compositions.find(({ partial }) => partial)?.id as string
    await desk.act('quiz', 'abort')
    await desk.act(null, 'rollback', { composition: first })
    const restore = async (id: string) => (await desk.act(null, 'rollback', { composition: id })).status
    await desk.act('events', 'lock', { reason: 'under review' })
    expect(await restore(second)).toBe(423)
    await desk.act('events', 'unlock')
    expect(await restore(second)).toBe(200)
    await desk.act(null, 'freeze', { reason: 'the elections' })
    // It contained quiz 1.1.0, for some of the visitors only.
    expect(await restore(tried)).toBe(423)
    expect((await desk.get()).composition).toBe(second)
    expect(await restore(first)).toBe(200)
    expect(await restore(second)).toBe(423)
    expect((await desk.get()).composition).toBe(first)
  })

  it('an environment blocks the return of a part that a rollback removed', async () => {
    const whole = (await desk.get()).composition as string
    const { compositions } = (await desk.get('/compositions')) as {
      compositions: { id: string; versions: Record<string, string> }[]
    }
    const without = compositions.find(({ versions }) => !('quiz' in versions) && 'events' in versions)?.id
    await desk.act(null, 'freeze', { reason: 'the elections' })
    expect((await desk.act(null, 'rollback', { composition: without })).status).toBe(200)
    expect((await desk.act(null, 'rollback', { composition: whole })).status).toBe(423)
    await desk.act(null, 'unfreeze')
    expect((await desk.act(null, 'rollback', { composition: whole })).status).toBe(200)
  })

  it('changes of a part leaves the others free, except in a common change', async () => {
    await desk.act('events', 'lock', { reason: 'under review' })
    expect((await desk.act('events', 'promote', { version: '1.1.0' })).status).toBe(423)
    expect((await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 5 })).status).toBe(200)
    await desk.act('events', 'unlock')
    await desk.act('quiz', 'abort')
    for (const part of ['events', 'quiz']) await desk.act(part, 'canary', { version: '1.1.0', traffic: 5, group: 'g' })
    await desk.act('events', 'lock', { reason: 'under review' })
    expect((await desk.act('quiz', 'canary', { traffic: 50 })).status).toBe(423)
  })

  it('the same as somebody else in the meantime is refused with their change', async () => {
    const { revision: seen } = await desk.get()
    const long = { reason: 'the elections', until: soon(3 * 86_400_000), revision: seen }
    expect((await desk.act(null, 'freeze', long)).status).toBe(200)
    const shorter = await desk.act(null, 'freeze', { reason: 'a look', until: soon(1_800_000), revision: seen })
    expect(shorter).toMatchObject({ status: 409, body: { code: 'conflict', last: { action: 'freeze' } } })
    expect(shorter.body.message).toContain(`is frozen until ${long.until}: the elections (revision`)
    expect((await desk.get()).stops).toMatchObject([{ until: long.until, reason: 'the elections' }])
    expect((await desk.act(null, 'unfreeze', { revision: seen })).status).toBe(409)
    // Other changes in the environment do not block taking a part off the site.
    expect((await desk.act('events', 'kill', { reason: 'it breaks', revision: seen })).status).toBe(200)
    const { revision: later } = await desk.get()
    expect((await desk.act(null, 'unfreeze', { revision: later })).body).toMatchObject({ changed: true })
    const again = await desk.act(null, 'unfreeze', { revision: later })
    expect(again).toMatchObject({ status: 409, body: { last: { action: 'unfreeze' } } })
    expect(again.body.message).toContain('is not frozen any more')
    expect((await desk.act('events', 'revive')).body).toMatchObject({ changed: true })
  })

  it('an unknown part is refused with the known ones', async () => {
    const reason = 'it breaks'
    expect(await desk.act('quizz', 'kill', { reason })).toMatchObject({
      status: 404,
      body: { message: `quizz is not live in ${desk.env}. Live there: events, quiz, shell.` },
    })
    expect(await desk.act('quizz', 'lock', { reason })).toMatchObject({
      status: 404,
      body: { message: 'quizz was never published. Published: events, quiz, shell.' },
    })
    expect((await desk.get()).stops).toEqual([])
    const elsewhere = (part: string, kind: string) =>
      desk.registry.call('POST', `/releases/environments/staging/parts/${part}/${kind}`, { json: { reason } })
    expect(await elsewhere('quiz', 'kill')).toMatchObject({
      status: 404,
      body: { message: 'quiz is not live in staging. Nothing is live there.' },
    })
    // Before its first promotion.
    expect((await elsewhere('quiz', 'lock')).status).toBe(200)
  })

  it.each<[string | null, string, unknown, number]>([
    ['events', 'kill', {}, 400],
    ['events', 'kill', { reason: '' }, 400],
    ['events', 'kill', { reason: 'x', until: '2001-01-01T00:00:00Z' }, 400],
    ['events', 'lock', { reason: 'x', until: 'tomorrow' }, 400],
    ['shell', 'kill', { reason: 'x' }, 422],
  ])('%s by %s is refused for %j', async (part, kind, json, status) => {
    expect((await desk.act(part, kind, json)).status).toBe(status)
    expect((await desk.get()).stops).toEqual([])
  })
})
