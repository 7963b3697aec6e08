import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stop } from '../schema'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('a team that releases its own part, database $name', (engine) => {
  let desk: ReleaseDesk
  let number = 0
  let team: string
  let manager: string
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(async () => {
    await desk.begin()
    number += 1
    const { env: environment, registry } = desk
    team = await registry.tokenFor({ role: 'releaser', part: 'events', environment, name: `Events ${number}` })
    manager = await registry.tokenFor({ role: 'manager', environment, name: `Anna ${number}` })
  })
  const act = (action: string, json?: unknown) => desk.act('events', action, json, team)
  const forbidden = (message: string) => ({
    status: 403,
    body: { code: 'forbidden', message: expect.stringContaining(message) },
  })

  it('can do so from upload to promotion, and is named with its role in the audit log', async () => {
    for (const [action, json] of [
      ['promote', { version: '1.1.0' }],
      ['rollback'],
      ['canary', { version: '1.1.0', strategy: { kind: 'linear', percent: 10, seconds: 60 } }],
      ['pause'],
      ['resume'],
      ['abort'],
      ['kill', { reason: 'wrong dates' }],
      ['kill', { reason: 'wrong dates and places' }],
      ['revive'],
      ['lock', { reason: 'the weekend' }],
      ['unlock'],
    ] as const)
      expect(await act(action, json), action).toMatchObject({ status: 200 })
    const [last] = await desk.events('&action=unlock')
    expect(last).toMatchObject({ actor: `Events ${number}`, role: 'releaser' })
  })

  it('cannot override the gate, nor can a manager of one part', async () => {
    const { registry, env: environment } = desk
    const release = fakeSection('events', `2.0.${number}`, { host: '^9.0.0' })
    await registry.publish(release)
    const wanted = { version: release.version, override: true, reason: 'we know better' }
    expect(await act('promote', { version: release.version })).toMatchObject({ status: 422 })
    for (const action of ['promote', 'canary', 'rollback'])
      expect(await act(action, { ...wanted, ...(action === 'canary' && { traffic: 1 }) })).toMatchObject(
        action === 'rollback' ? { status: 409 } : forbidden('may not override the gate'),
      )
    const ofPart = await registry.tokenFor({ role: 'manager', part: 'events', environment })
    expect(await desk.act('events', 'promote', wanted, ofPart)).toMatchObject(forbidden('may not override the gate'))
    expect(await desk.act('events', 'promote', wanted, manager)).toMatchObject({ status: 200 })
  })

  it('cannot restore a part that a manager retired', async () => {
    await desk.act('events', 'retire', { reason: 'its campaign is over' }, manager)
    expect(await act('promote', { version: '1.1.0' })).toMatchObject(forbidden('only a manager may bring it back'))
    expect((await desk.get()).parts).not.toHaveProperty('events')
    expect(await desk.act('events', 'promote', { version: '1.1.0' }, manager)).toMatchObject({ status: 200 })
    expect(await act('promote', { version: '1.0.0' })).toMatchObject({ status: 200 })
  })

  it('cannot end, shorten or take over a stop by a manager', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await desk.act(null, 'freeze', { reason: 'the elections' }, manager)
    expect(await act('promote', { version: '1.1.0' })).toMatchObject({ status: 423 })
    await desk.act(null, 'unfreeze', {}, manager)
    for (const [kind, ending] of [
      ['kill', 'revive'],
      ['lock', 'unlock'],
    ] as const) {
      await desk.act('events', kind, { reason: 'it loses drafts' }, manager)
      for (const [action, json] of [
        [ending, {}],
        [kind, { reason: 'ours', until: soon }],
      ] as const)
        expect(await act(action, json)).toMatchObject(forbidden('only a manager may change or end'))
      expect((await desk.get()).stops).toMatchObject([{ kind, reason: 'it loses drafts', until: null }])
      expect(await desk.act('events', ending, {}, manager)).toMatchObject({ status: 200, body: { changed: true } })
      // A manager can take over a stop of the team: then it is the manager's.
      await act(kind, { reason: 'ours' })
      await desk.act('events', kind, { reason: 'ours, and for longer' }, manager)
      expect(await act(ending)).toMatchObject(forbidden('only a manager'))
      await desk.act('events', ending, {}, manager)
    }
    // As an earlier registry stored it, without the role.
    const old = { environment: desk.env, kind: 'kill', part: 'events', reason: 'old', by: 'Berta' } as const
    await desk.registry.db.insert(stop).values(old)
    expect(await act('revive')).toMatchObject(forbidden('only a manager'))
  })

  it('changes no other part through a group', async () => {
    expect(await act('canary', { version: '1.1.0', traffic: 5, group: 'own' })).toMatchObject(
      forbidden('may not roll out several parts as a group'),
    )
    for (const part of ['events', 'quiz'])
      await desk.act(part, 'canary', { version: '1.1.0', traffic: 10, group: 'summer' }, manager)
    const strategy = { kind: 'linear', percent: 10, seconds: 60 }
    for (const [action, json] of [
      ['promote', {}],
      ['canary', { traffic: 50 }],
      // Its first step equals the share of the group: only later steps would change the others.
      ['canary', { version: '1.1.0', strategy }],
      ['abort', {}],
      ['rollback', {}],
    ] as const)
      expect(await act(action, json), action).toMatchObject(
        forbidden(`may change events in ${desk.env} only, not quiz in ${desk.env}`),
      )
    expect((await desk.get()).parts).toMatchObject({ quiz: { candidate: '1.1.0', traffic: 10, strategy: null } })
    // Leaving the group is always possible.
    expect(await act('promote', { version: '1.0.0' })).toMatchObject({ status: 200, body: { candidate: null } })
    expect((await desk.get()).parts).toMatchObject({ quiz: { candidate: '1.1.0', traffic: 10 } })
  })

  it('creates links to previews of its own releases, and to no other and no composition', async () => {
    const { composition } = (await desk.get()) as { composition: string }
    const publisher = await desk.registry.tokenFor({ role: 'publisher', part: 'events', environment: desk.env })
    for (const token of [team, publisher]) {
      const make = (json: object) => desk.act(null, 'previews', json, token)
      expect(await make({ part: 'events', version: '1.2.0' })).toMatchObject({ status: 201 })
      expect(await make({ part: 'events', source: 'http://127.0.0.1:4001', seconds: 60 })).toMatchObject({
        status: 201,
      })
      expect(await make({ part: 'quiz', version: '1.2.0' })).toMatchObject(forbidden('only, not quiz'))
      expect(await make({ part: 'quiz', source: 'http://127.0.0.1:4001', seconds: 60 })).toMatchObject(
        forbidden('only, not quiz'),
      )
      expect(await make({ composition })).toMatchObject(forbidden('may not create a link to a whole composition'))
    }
    expect(await desk.events('&action=preview&refused=true')).toHaveLength(6)
    expect(await desk.act(null, 'previews', { composition }, manager)).toMatchObject({ status: 201 })
  })
})
