import { integrityOf } from '@marram/files/digest'
import type { DiscoveryDocument, DiscoveryEntry } from '@marram/release-contract/discovery'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { person, signedBy, trustOfPeople } from '@marram/release-contract/testing/people'
import {
  bytesOfApproval,
  bytesOfRelease,
  type SignatureBy,
  type SignedTrust,
  type Trust,
} from '@marram/release-contract/trust'
import { whyNotApproved, whyNotSigned } from '@marram/release-contract/trust/verify'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approval, releaseSignature, rollout, trusted } from '../schema'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import type { TestResponse } from '../testing/registry'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

const [root, team, thief] = [person('Rita'), person('events pipeline'), person('Eve')]
const [ada, bob] = [person('Ada'), person('Bob')]
const roles = { roots: [root], parts: { '*': [team] }, managers: [ada, bob] }
const release = (part: string, version: string): FakeRelease =>
  part === 'shell' ? fakeShell(version) : fakeSection(part, version)

describe.each(engines.slice(0, 1))('a registry with a trust.json', (engine) => {
  let desk: ReleaseDesk
  let trust: Trust
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(async () => {
    const { db } = desk.registry
    for (const table of [trusted, approval, releaseSignature]) await db.delete(table)
    // Of the tests before: what is live anywhere must fulfil a trust.json.
    await db.update(rollout).set({ live: false })
    await desk.begin()
    for (const part of ['shell', 'events', 'quiz']) await sign(part, '1.0.0')
    trust = trustOfPeople(roles)
    expect(await update(signedBy(trust, root))).toMatchObject({ status: 200, body: { version: 1, changed: true } })
  })

  const update = (json: object, token?: string) =>
    desk.registry.call('POST', '/releases/trust', { json, ...(token && { token }) })
  /** The next version, with some fields replaced. */
  const change = async (fields: Partial<Trust>, by = [root], more: object = {}) => {
    trust = { ...trust, ...fields, version: trust.version + 1 }
    return update({ ...signedBy(trust, ...by), ...more })
  }
  const sign = (part: string, version: string, by = team): Promise<TestResponse> =>
    desk.registry.call('POST', `/releases/parts/${part}/versions/${version}/signatures`, {
      json: by.sign(bytesOfRelease(release(part, version).bytes)),
    })
  const approvalOf = (part: string, version: string, by: typeof ada, environment = desk.env) =>
    by.sign(bytesOfApproval({ part, version, environment, digest: integrityOf(release(part, version).bytes) }))
  const approve = (part: string, version: string, by: typeof ada, given?: SignatureBy): Promise<TestResponse> =>
    desk.act(part, `versions/${version}/approve`, given ?? approvalOf(part, version, by))
  const promote = (part: string, version: string) => desk.act(part, 'promote', { version })
  const messageOf = ({ status, body }: TestResponse) => `${status} ${body.message}`

  it('promotes what a key of the team signed, and nothing else, whoever overrides what', async () => {
    expect(messageOf(await promote('events', '1.1.0'))).toBe(
      `422 No edge of ${desk.env} would run it: events 1.1.0 is not signed.`,
    )
    await sign('events', '1.1.0', thief)
    const forced = await desk.act('events', 'promote', { version: '1.1.0', override: true, reason: 'now' })
    expect(messageOf(forced)).toContain(`events 1.1.0 is signed by ${thief.key}, which is no key of events`)
    await sign('events', '1.1.0')
    expect(messageOf(await promote('events', '1.1.0'))).toMatch(/^200/)
  })

  it('takes a signature of the very bytes only', async () => {
    const json = team.sign(bytesOfRelease(Buffer.from('other')))
    const sent = await desk.registry.call('POST', '/releases/parts/events/versions/1.1.0/signatures', { json })
    expect(messageOf(sent)).toBe('422 This is no signature of the release.json of events 1.1.0 that is here.')
    expect((await sign('events', '9.0.0')).status).toBe(404)
    expect((await sign('events', '1.1.0')).body).toMatchObject({ changed: true })
    expect((await sign('events', '1.1.0')).body).toMatchObject({ changed: false })
  })

  it('takes no more signatures than can be looked at, but always those of the team', async () => {
    for (let i = 0; i < 20; i += 1) expect((await sign('events', '1.2.0', person(`nobody ${i}`))).status).toBe(200)
    expect(messageOf(await sign('events', '1.2.0', thief))).toBe('422 events 1.2.0 has 20 signatures already.')
    expect((await sign('events', '1.2.0')).status).toBe(200)
  })

  it('takes nothing new live once trust.json has ended, as edges do, but goes back', async () => {
    await sign('events', '1.1.0')
    await promote('events', '1.1.0')
    await sign('events', '1.2.0')
    const ended = { ...trust, expires: new Date(Date.now() - 1000).toISOString(), version: trust.version + 1 }
    expect(messageOf(await update(signedBy(ended, root)))).toContain('ended at')
    await desk.registry.db.update(trusted).set({ signed: signedBy({ ...ended, version: trust.version }, root) })
    expect(messageOf(await promote('events', '1.2.0'))).toMatch(
      /^422 No edge of .* would run it: trust\.json 1 ended at/,
    )
    const { checks } = await desk.get('/parts/events/versions/1.2.0/gate')
    expect(checks).toContainEqual(expect.objectContaining({ name: 'signed', outcome: 'failed' }))
    expect((await desk.act('events', 'rollback')).status).toBe(200)
  })

  it('says in the gate’s report what is signed and approved', async () => {
    const gate = async () => {
      const { body } = await desk.registry.call(
        'GET',
        `/releases/environments/${desk.env}/parts/events/versions/1.1.0/gate`,
      )
      const checks = body.checks as { name: string; outcome: string; message: string }[]
      return checks
        .filter(({ name }) => ['signed', 'approved'].includes(name))
        .map(({ name, outcome }) => `${name} ${outcome}`)
    }
    await change({ approvals: { [desk.env]: 1 } }, [root], { override: true })
    expect(await gate()).toEqual(['signed failed'])
    await sign('events', '1.1.0')
    expect(await gate()).toEqual(['signed passed', 'approved failed'])
    await approve('events', '1.1.0', ada)
    expect(await gate()).toEqual(['signed passed', 'approved passed'])
  })

  it('promotes and rolls out with enough approvals of others than the publisher alone', async () => {
    await sign('events', '1.1.0')
    await change({ approvals: { [desk.env]: 2 }, managers: [ada.key, bob.key, team.key] }, [root], { override: true })
    expect(messageOf(await approve('events', '1.1.0', team))).toBe(
      '422 events pipeline signed events 1.1.0: somebody else has to approve it.',
    )
    expect(messageOf(await approve('events', '1.1.0', thief))).toContain("is no manager's key")
    expect((await approve('events', '1.1.0', ada)).body).toMatchObject({ approvers: ['Ada'], needed: 2 })
    expect(messageOf(await promote('events', '1.1.0'))).toContain('has 1 of the 2 approvals')
    const canary = await desk.act('events', 'canary', { version: '1.1.0', traffic: 5 })
    expect(messageOf(canary)).toContain('has 1 of the 2 approvals')
    expect((await approve('events', '1.1.0', bob)).body).toMatchObject({ approvers: ['Ada', 'Bob'] })
    expect((await desk.act('events', 'canary', { version: '1.1.0', traffic: 5 })).status).toBe(200)
    expect((await promote('events', '1.1.0')).status).toBe(200)
  })

  it.each([
    ['version', { part: 'events', version: '1.2.0' }, undefined],
    ['part', { part: 'quiz', version: '1.1.0' }, undefined],
    ['environment', { part: 'events', version: '1.1.0' }, 'staging'],
  ])('takes no approval of another %s', async (_, { part, version }, environment) => {
    const moved = approvalOf('events', '1.1.0', ada, environment)
    expect(messageOf(await approve(part, version, ada, moved))).toBe(
      `422 This is no signature of ${part} ${version}, as it is here, for ${desk.env}.`,
    )
  })

  it('never blocks a rollback: not by a threshold that was raised since, nor by a key that was revoked', async () => {
    await sign('events', '1.1.0')
    await promote('events', '1.1.0')
    await change({ approvals: { [desk.env]: 2 }, parts: { '*': [bob.key] } }, [root], { override: true })
    expect((await desk.act('events', 'rollback')).status).toBe(200)
    expect((await desk.get()).parts).toMatchObject({ events: { stable: '1.0.0' } })
  })

  it('lists what waits for approval: the newest version of each part, beside what is live', async () => {
    const waiting = async () =>
      (await desk.registry.call('GET', `/releases/environments/${desk.env}/approvals`)).body as {
        needed: number
        waiting: { part: string; version: string; live: string; approvers: string[]; problem: string | null }[]
      }
    expect(await waiting()).toMatchObject({ needed: 0, waiting: [] })
    await sign('events', '1.2.0')
    await change({ approvals: { [desk.env]: 1 } }, [root], { override: true })
    expect((await waiting()).waiting).toEqual([
      expect.objectContaining({ part: 'events', version: '1.2.0', live: '1.0.0', approvers: [], problem: null }),
      expect.objectContaining({ part: 'quiz', version: '1.2.0', problem: 'quiz 1.2.0 is not signed.' }),
      expect.objectContaining({ part: 'shell', version: '1.2.0', problem: 'shell 1.2.0 is not signed.' }),
    ])
    await approve('events', '1.2.0', ada)
    expect((await waiting()).waiting.map(({ part }) => part)).toEqual(['quiz', 'shell'])
  })

  it('replaces trust.json by a later one of its root keys alone', async () => {
    expect(messageOf(await update(signedBy({ ...trust, version: 2 })))).toContain('signed by 0 of the 1 root keys')
    expect(messageOf(await update(signedBy({ ...trust, version: 2 }, thief)))).toContain('signed by 0 of the 1')
    const lower = signedBy({ ...trust, expires: '2030-01-01T00:00:00Z' }, root)
    expect(messageOf(await update(lower))).toContain('its version never goes back')
    expect((await update(signedBy(trust, root))).body).toMatchObject({ changed: false })
    expect((await change({ expires: '2030-01-01T00:00:00Z' })).status).toBe(200)
    const { versions } = (await desk.registry.call('GET', '/releases/trust?after=1', { token: null })).body as {
      versions: SignedTrust[]
    }
    expect(versions.map((each) => each.trust.version)).toEqual([2])
    const manager = await desk.registry.tokenFor({ role: 'manager', environment: desk.env, name: `m ${desk.env}` })
    expect((await update(signedBy({ ...trust, version: 3 }, root), manager)).status).toBe(403)
  })

  it('takes none by which edges would stop serving what is live, unless that is meant', async () => {
    const refused = await change({ parts: { '*': [bob.key] } })
    expect(messageOf(refused)).toContain(`Live in ${desk.env}: events 1.0.0 is signed by ${team.key}`)
    trust = { ...trust, version: 1, parts: { '*': [team.key] } }
    const raised = await change({ approvals: { [desk.env]: 1 } })
    expect(messageOf(raised)).toContain('events 1.0.0 has 0 of the 1 approvals')
    trust = { ...trust, version: 1, approvals: {} }
    // What was not fulfilled before is no news.
    expect((await change({ approvals: { [desk.env]: 1 } }, [root], { override: true })).status).toBe(200)
    expect((await change({ expires: '2030-01-01T00:00:00Z' })).body).toMatchObject({ changed: true, unmet: [] })
    expect((await change({ parts: { '*': [bob.key] } }, [root], { override: true, reason: 'stolen' })).status).toBe(200)
  })

  it('tells edges of another trust.json at once', async () => {
    const discovery = `/releases/environments/${desk.env}/discovery.json`
    const before = await desk.registry.call('GET', discovery)
    await change({ expires: '2030-01-01T00:00:00Z' })
    const after = await desk.registry.call('GET', discovery)
    const headers = ({ headers }: TestResponse) => [headers.get('x-marram-trust'), headers.get('x-marram-revision')]
    expect([...headers(before), ...headers(after)].map(Number)).toEqual([1, expect.any(Number), 2, expect.any(Number)])
    expect(Number(headers(after)[1])).toBe(Number(headers(before)[1]) + 1)
  })

  it('shows signatures of releases that were never live to nobody without a token', async () => {
    const path = (version: string) => `/releases/parts/events/versions/${version}/signatures`
    expect((await desk.registry.call('GET', path('1.0.0'), { token: null })).status).toBe(200)
    expect((await desk.registry.call('GET', path('1.2.0'), { token: null })).status).toBe(404)
    expect((await desk.registry.call('GET', path('1.2.0'))).status).toBe(200)
  })

  it('records who signed, approved and changed what', async () => {
    await sign('events', '1.1.0')
    await change({ approvals: { [desk.env]: 1 } }, [root], { override: true, reason: 'from now on' })
    await approve('events', '1.1.0', ada)
    const { events } = (await desk.registry.call('GET', '/releases/events?limit=3')).body
    expect(events).toMatchObject([
      { action: 'approve', part: 'events', version: '1.1.0', environment: desk.env, detail: { owner: 'Ada' } },
      { action: 'trust', from: { version: '1' }, to: { version: '2' }, reason: 'from now on' },
      { action: 'sign', part: 'events', version: '1.1.0', detail: { key: team.key } },
    ])
  })

  describe('whose database was edited by hand', () => {
    /** What an edge finds that asks for it, and what it makes of that. */
    async function verdictOn(part: string): Promise<string | undefined> {
      const discovery = await desk.registry.call('GET', `/releases/environments/${desk.env}/discovery.json`)
      const { microFrontends } = discovery.body as unknown as DiscoveryDocument
      const [first] = microFrontends[part] as [DiscoveryEntry]
      const { version, manifestIntegrity: digest } = first.extras
      const headers = { authorization: `Bearer ${desk.registry.token}` }
      const file = await fetch(desk.registry.url + releaseFileUrl(part, version, RELEASE_FILE), { headers })
      const bytes = Buffer.from(await file.arrayBuffer())
      const found = await desk.registry.call('GET', `/releases/parts/${part}/versions/${version}/signatures`)
      const { signatures, approvals } = found.body as {
        signatures: SignatureBy[]
        approvals: (SignatureBy & { environment: string })[]
      }
      const own = approvals.filter(({ environment }) => environment === desk.env)
      const signed = { part, version, digest, bytes, signatures }
      return whyNotSigned(trust, signed) ?? whyNotApproved(trust, signed, { environment: desk.env, approvals: own })
    }
    const edit = async (statement: ReturnType<typeof sql>) => {
      await desk.registry.db.execute(statement)
      await desk.registry.db.execute(
        sql`update releases.environment set revision = revision + 1 where name = ${desk.env}`,
      )
    }
    const goLive = (version: string) =>
      edit(sql`update releases.rollout set stable = ${version} where environment = ${desk.env} and part = 'events'`)

    it('shows nothing that the team did not sign', async () => {
      expect(await verdictOn('events')).toBeUndefined()
      await goLive('1.1.0')
      expect(await verdictOn('events')).toBe('events 1.1.0 is not signed.')
      await edit(sql`insert into releases.release_signature (release, key, signature, by)
        select r.id, ${team.key}, s.signature, 'nobody' from releases.release r, releases.release_signature s
        join releases.release o on o.id = s.release
        where r.part = 'events' and r.version = '1.1.0' and o.part = 'events' and o.version = '1.0.0'`)
      expect(await verdictOn('events')).toMatch(/is not of these bytes/)
    })

    it('shows nothing with approvals that were copied from elsewhere', async () => {
      await sign('events', '1.1.0')
      await change({ approvals: { [desk.env]: 1 } }, [root], { override: true })
      await approve('events', '1.0.0', ada)
      expect(await verdictOn('events')).toBeUndefined()
      await goLive('1.1.0')
      await edit(sql`insert into releases.approval (release, environment, key, signature, by)
        select r.id, a.environment, a.key, a.signature, 'nobody' from releases.release r, releases.approval a
        where r.part = 'events' and r.version = '1.1.0'`)
      expect(await verdictOn('events')).toMatch(/has 0 of the 1 approvals/)
      await edit(sql`update releases.trust set signed = jsonb_set(signed, '{trust,approvals}', '{}')`)
      expect(await verdictOn('events')).toMatch(/has 0 of the 1 approvals/)
    })
  })
})
