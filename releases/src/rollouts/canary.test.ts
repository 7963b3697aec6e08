import { discoveryDocument } from '@marram/release-contract/discovery'
import { compositionId, resolve } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

const everybody = Array.from({ length: 100_000 }, (_, i) => (i * 2_654_435_761).toString(16).padStart(16, '0'))
const visitors = everybody.slice(0, 10_000)

describe.each(engines)('a rollout to some of the visitors, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const document = async () => discoveryDocument.parse(await desk.get('/discovery.json'))
  /** Visitors who get the candidates of these parts. */
  const having = async (version: string, ...parts: string[]) => among(visitors, version, ...parts)
  const among = async (all: string[], version: string, ...parts: string[]) => {
    const now = await document()
    return new Set(
      all.filter((visitor) => {
        const got = resolve(now, visitor).filter(({ part }) => parts.includes(part))
        return got.every(({ entry }) => entry.metadata.version === version)
      }),
    )
  }

  it('reaches nobody at 0 %, everybody at 100 % and 1 % of them at 1 %, and nobody loses it while it grows', async () => {
    let before = new Set<string>()
    for (const traffic of [0, 1, 10, 99.5, 100]) {
      const { status, body } = await desk.act('events', 'canary', { version: '1.1.0', traffic })
      expect([status, body.candidate, body.traffic, body.version]).toEqual([200, '1.1.0', traffic, '1.0.0'])
      const now = await among(everybody, '1.1.0', 'events')
      const expected = (everybody.length * traffic) / 100
      expect(Math.abs(now.size - expected)).toBeLessThanOrEqual(4 * Math.sqrt(expected * (1 - traffic / 100)))
      expect([...before].filter((visitor) => !now.has(visitor))).toEqual([])
      before = now
    }
  })

  it('is in the discovery document, with the stable version behind the candidate', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 30 })
    const entries = (await document()).microFrontends.events ?? []
    expect(entries.map(({ metadata, deployment }) => [metadata.version, deployment])).toEqual([
      ['1.0.0', { traffic: 70, default: true }],
      ['1.1.0', { traffic: 30, default: false }],
    ])
    expect(new Set(entries.map(({ extras }) => extras.salt)).size).toBe(1)
    expect(entries[1]?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.0.0'])
    const both = { shell: '1.0.0', events: '1.1.0', quiz: '1.0.0' }
    const shown = await desk.registry.call('GET', `/releases/compositions/${compositionId(both)}`)
    expect(shown.body).toMatchObject({ versions: both })
    expect(shown.body.environments).toContainEqual(expect.objectContaining({ environment: desk.env, partial: true }))
  })

  it('selects other visitors for another part, and for the next candidate', async () => {
    for (const part of ['events', 'quiz']) await desk.act(part, 'canary', { version: '1.1.0', traffic: 50 })
    const both = (await having('1.1.0', 'events', 'quiz')).size
    expect(Math.abs(both - visitors.length / 4)).toBeLessThan(4 * Math.sqrt((visitors.length * 3) / 16))
    const first = await having('1.1.0', 'events')
    await desk.act('events', 'canary', { version: '1.2.0', traffic: 50 })
    const next = await having('1.2.0', 'events')
    const again = [...next].filter((visitor) => first.has(visitor)).length
    expect(Math.abs(again - visitors.length / 4)).toBeLessThan(4 * Math.sqrt((visitors.length * 3) / 16))
  })

  it('selects the same visitors for the parts of a group, which move together', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 5, group: 'summer' })
    const joined = await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 20, group: 'summer' })
    expect((joined.body.parts as { part: string }[]).map(({ part }) => part).sort()).toEqual(['events', 'quiz'])
    expect(await having('1.1.0', 'events')).toEqual(await having('1.1.0', 'quiz'))
    expect((await having('1.1.0', 'events')).size).toBeGreaterThan(1800)
    const promoted = await desk.act('events', 'promote')
    expect(promoted.body).toMatchObject({ version: '1.1.0', candidate: null, traffic: 0 })
    expect((await desk.get()).parts).toMatchObject({ quiz: { stable: '1.1.0', candidate: null, group: null } })
    expect((await desk.events('&action=promote&limit=2')).map(({ part }) => part).sort()).toEqual(['events', 'quiz'])
  })

  it('ends for a whole group, however it ends', async () => {
    for (const ending of ['abort', 'rollback']) {
      for (const part of ['events', 'quiz'])
        await desk.act(part, 'canary', { version: '1.1.0', traffic: 20, group: 'summer' })
      expect((await desk.act('quiz', ending)).body).toMatchObject({ version: '1.0.0', candidate: null, changed: true })
      expect((await desk.get()).parts).toMatchObject({ events: { stable: '1.0.0', candidate: null, group: null } })
    }
    expect((await desk.act('quiz', 'abort')).body).toMatchObject({ changed: false })
  })

  it('shows the second of two simultaneous managers what the first one did', async () => {
    const { body } = await desk.act('events', 'canary', { version: '1.1.0', traffic: 5 })
    const { revision } = body
    const anna = await desk.registry.tokenFor({ role: 'manager', environment: desk.env, name: 'Anna' })
    const both = await Promise.all([
      desk.act('events', 'canary', { traffic: 10, revision }, anna),
      desk.act('events', 'canary', { traffic: 25, revision }, anna),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = both.sort((one, other) => one.status - other.status)
    expect(loser?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Anna changed it in the meantime: events is at 1\.0\.0 .* with 1\.1\.0 for \d+ %/,
      ),
      traffic: winner?.body.traffic,
      last: { actor: 'Anna', action: 'canary' },
    })
  })

  it('is compatible with everything else that its visitors may have', async () => {
    const claims = (name: string, version: string, path: string) =>
      fakeSection(`${name}-${desk.env}`, version, { patterns: [path] })
    const [left, next, right, taker] = [
      claims('left', '1.0.0', '/a'),
      claims('left', '1.1.0', '/b'),
      claims('right', '1.0.0', '/c'),
      claims('right', '1.1.0', '/a'),
    ]
    for (const release of [left, next, right, taker]) await desk.registry.publish(release)
    for (const part of [left, right]) await desk.act(part.name, 'promote', { version: '1.0.0' })
    const together = async (group?: string) => {
      await desk.act(left.name, 'canary', { version: '1.1.0', traffic: 10, group })
      return desk.act(right.name, 'canary', { version: '1.1.0', traffic: 10, group })
    }
    await desk.act(left.name, 'addresses/release', { pattern: '/a' })
    // Some visitors would get right 1.1.0 with left 1.0.0, which still has the path.
    expect(await together()).toMatchObject({ status: 422, body: { problems: [{ kind: 'pattern' }] } })
    await desk.act(left.name, 'abort')
    expect((await together('swap')).status).toBe(200)
    // Promoting only the first one would make the other incompatible.
    expect((await desk.act(left.name, 'promote', { version: '1.0.0' })).status).toBe(422)
    expect((await desk.act(left.name, 'promote')).body).toMatchObject({ version: '1.1.0' })
  })

  it('lets two parts that need each other begin at 0 %', async () => {
    const shell = fakeShell(`2.0.${desk.env.replace(/\D/g, '')}`, { host: '2.0.0' })
    const version = `2.0.${desk.env.replace(/\D/g, '')}`
    for (const release of [shell, ...['events', 'quiz'].map((name) => fakeSection(name, version, { host: '^2.0.0' }))])
      await desk.registry.publish(release)
    const step = (part: string, traffic: number) => desk.act(part, 'canary', { version, traffic, group: 'host-2' })
    expect((await step('shell', 10)).status).toBe(422)
    expect((await step('shell', 0)).status).toBe(200)
    expect((await step('events', 0)).status).toBe(200)
    expect((await step('quiz', 10)).status).toBe(200)
    expect(await having(version, 'shell', 'events', 'quiz')).toEqual(await having(version, 'shell'))
  })

  it.each<[string, unknown, number, RegExp]>([
    ['quiz', { traffic: 10 }, 400, /Name the VERSION/],
    ['quiz', { version: '1.0.0', traffic: 10 }, 422, /live for everybody already/],
    ['quiz', { version: '9.0.0', traffic: 10 }, 404, /Publish it first/],
    ['news', { version: '1.0.0', traffic: 10 }, 422, /Promote a first version/],
    ['quiz', { version: '1.1.0', traffic: 101 }, 400, /./],
    ['quiz', { version: '1.1.0', traffic: '10' }, 400, /./],
    ['quiz', { version: '1.1.0' }, 400, /./],
  ])('of %s is refused for %j', async (part, json, status, words) => {
    const answer = await desk.act(part, 'canary', json)
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(words) } })
    const [event] = await desk.events('&limit=1')
    expect(event).toMatchObject({ action: 'canary', part, refused: true, actor: 'a admin' })
  })

  it('does not change its group while somebody has it', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 5 })
    expect((await desk.act('events', 'canary', { traffic: 5, group: 'late' })).status).toBe(422)
  })

  it('promotes from another environment exactly what is live there', async () => {
    const staging = desk.env
    await desk.act('events', 'promote', { version: '1.2.0' })
    await desk.begin()
    const promote = (json: unknown) => desk.act('events', 'promote', json)
    expect(await promote({ from: staging, version: '1.1.0' })).toMatchObject({ status: 422 })
    const { body } = await promote({ from: staging })
    expect(body).toMatchObject({ version: '1.2.0', previous: '1.0.0' })
    const { versions } = (await desk.registry.call('GET', '/releases/parts/events/versions')).body as {
      versions: { version: string; integrity: string }[]
    }
    expect(body.integrity).toBe(versions.find(({ version }) => version === '1.2.0')?.integrity)
    expect((await desk.events('&limit=1'))[0]).toMatchObject({ detail: { from: staging } })
    expect(await promote({ from: 'nowhere' })).toMatchObject({ status: 404 })
  })
})
