import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { integrityOf } from '@marram/files/digest'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { person, signedBy, trustOfPeople } from '@marram/release-contract/testing/people'
import { bytesOfApproval, bytesOfRelease, type SignatureBy, type Trust } from '@marram/release-contract/trust'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { DISCOVERY, type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'

const [root, team, thief] = [person('Rita'), person('events pipeline'), person('Eve')]
const [ada, bob] = [person('Ada'), person('Bob')]
const roles = { roots: [root], parts: { '*': [team] }, managers: [ada, bob] }
const needsTwo = { approvals: { production: 2 } }

const shell = fakeShell()
const [one, two, three] = ['1.0.0', '2.0.0', '3.0.0'].map((version) => fakeSection('events', version)) as [
  FakeRelease,
  FakeRelease,
  FakeRelease,
]
const bytesOf = ({ files }: FakeRelease) => files[RELEASE_FILE] as Buffer
const aboutOf = (release: FakeRelease, environment = 'production') => ({
  ...{ part: release.manifest.name, version: release.manifest.version, environment },
  digest: release.reference.manifestIntegrity,
})

let registry: FakeRegistry
let api: Awaited<ReturnType<typeof smallApi>>
let folder: string
let edge: Awaited<ReturnType<typeof startTestEdge>> | undefined
const logged = fakeLog()

type Approval = SignatureBy & { environment: string }
const approvedBy = (release: FakeRelease, by: typeof root, about = aboutOf(release)): Approval => ({
  environment: 'production',
  ...by.sign(bytesOfApproval(about)),
})

/** Publishes a release, with its signatures and approvals. */
function publish(release: FakeRelease, by: (typeof root)[] = [team], approvals: Approval[] = []): void {
  const { name, version } = release.manifest
  registry.publish(release)
  const signatures = by.map(({ sign }) => sign(bytesOfRelease(bytesOf(release))))
  const found = { digest: release.reference.manifestIntegrity, signatures, approvals }
  registry.files.set(`/releases/parts/${name}/versions/${version}/signatures`, Buffer.from(JSON.stringify(found)))
}
const goLive = (events: FakeRelease, ...fallbacks: FakeRelease[]) =>
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(events, { fallbacks })] })
function trusts(change: Partial<Trust> = {}, by = [root]): void {
  registry.trust.push(signedBy(trustOfPeople(roles, change), ...by))
}

async function startEdge() {
  edge = await startTestEdge({
    ...{ folder, api, registry, log: logged.log },
    limits: { discoveryPollMs: 20 },
  })
}
const page = async () => (await fetch(`${edge?.url}/events`)).text()
const shows = (version: string) =>
  vi.waitFor(async () => expect(await page()).toContain(`from events ${version}`), 5000)
/** Long enough for a document that is followed at once. */
const stays = async (version: string) => {
  await wait(200)
  expect(await page()).toContain(`from events ${version}`)
}
const reasons = () => logged.lines.map(({ fields }) => String(fields.reason ?? ''))
const refusedFor = (words: string | RegExp) =>
  vi.waitFor(() => expect(reasons()).toContainEqual(expect.stringMatching(words)), 5000)

beforeEach(async () => {
  registry = await fakeRegistry()
  api = await smallApi()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-trust-'))
  logged.lines.length = 0
  trusts()
  publish(shell)
  publish(one)
  goLive(one)
  await startEdge()
  await shows('1.0.0')
})
afterEach(async () => {
  await edge?.close()
  await registry.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

const restart = async () => {
  await edge?.close()
  await startEdge()
}

describe('an edge whose registry was stolen', () => {
  it('shows what the team signed', async () => {
    publish(two)
    goLive(two, one)
    await shows('2.0.0')
    expect(await (await fetch(`${edge?.url}/healthz`)).json()).toMatchObject({ trust: 'current' })
  })

  it.each([
    ['nobody signed', [], 'events 2.0.0 is not signed.'],
    ['the thief signed', [thief], 'which is no key of events in trust.json 1.'],
    ['a manager signed', [ada], 'which is no key of events in trust.json 1.'],
  ])('runs no bytes that %s, with valid digests', async (_, by, reason) => {
    publish(two, by)
    goLive(two, one)
    await refusedFor(reason)
    await stays('1.0.0')
  })

  it('serves none of these bytes to a browser either, under whatever name', async () => {
    publish(two, [thief])
    registry.everLive.add('events@2.0.0')
    const { status } = await fetch(`${edge?.url}/releases/files/events/2.0.0/browser/page.js`)
    expect(status).toBe(503)
    publish(three)
    registry.everLive.add('events@3.0.0')
    expect((await fetch(`${edge?.url}/releases/files/events/3.0.0/browser/page.js`)).status).toBe(200)
  })

  it('runs no other bytes of a version that the team signed', async () => {
    publish(two)
    const other = fakeSection('events', '2.0.0', { title: 'Another' })
    registry.publish(other)
    goLive(other, one)
    await refusedFor('is not of these bytes')
    await stays('1.0.0')
  })

  it('reports to the registry, and so to every manager, what it refused and why', async () => {
    publish(two, [thief])
    goLive(two, one)
    const reported = () => JSON.stringify(registry.reports.map(({ body }) => body))
    await vi.waitFor(
      () => expect(reported()).toMatch(/"events":\{"wanted":"2.0.0","reason":"events 2.0.0 is signed by/),
      5000,
    )
  })

  it('keeps serving, and keeps refusing, after a restart without the registry', async () => {
    // The whole release is on this disk: its team's key was revoked after it had been live.
    publish(one, [team, bob])
    publish(shell, [team, bob])
    publish(two)
    goLive(two, one)
    await shows('2.0.0')
    trusts({ version: 2, parts: { '*': [bob.key] } })
    goLive(two, one)
    await shows('1.0.0')
    expect(fs.existsSync(path.join(folder, 'edge/releases/events/2.0.0', RELEASE_FILE))).toBe(true)
    registry.broken = 500
    logged.lines.length = 0
    await restart()
    await shows('1.0.0')
    const refused = { part: 'events', version: '2.0.0', reason: expect.any(String) }
    expect(logged.lines).toContainEqual({ level: 'error', fields: refused, message: 'a release cannot be used' })
    await stays('1.0.0')
  })

  it('takes no trust.json that the thief made', async () => {
    registry.trust.push(signedBy(trustOfPeople({ roots: [thief], parts: { '*': [thief] } }, { version: 2 }), thief))
    publish(two, [thief])
    goLive(two, one)
    await refusedFor('signed by 0 of the 1 root keys that trust.json 1 demands')
    await stays('1.0.0')
  })
})

describe('trust.json', () => {
  it('that nobody signed is not taken', async () => {
    trusts({ version: 2 }, [])
    goLive(one, one)
    await refusedFor('trust.json 2 is signed by 0 of the 1 root keys')
  })

  it('of a lower version is not taken, and what it allowed stays refused', async () => {
    trusts({ version: 2, parts: { '*': [bob.key] }, approvals: {} })
    publish(one, [team, bob])
    publish(shell, [bob])
    goLive(one, one)
    await vi.waitFor(() => expect(logged.lines.filter(({ fields }) => fields.version === 2)).not.toEqual([]), 5000)
    registry.trust.pop()
    publish(two, [team])
    goLive(two, one)
    await refusedFor('the registry has trust.json 1, and this edge trusts 2')
    await refusedFor('no key of events in trust.json 2')
    await restart()
    await refusedFor('no key of events in trust.json 2')
    await stays('1.0.0')
  })

  it('is taken over several versions, each signed by the root keys of the one before', async () => {
    const [second, last] = [person('Rolf'), person('Rosa')]
    registry.trust.push(signedBy(trustOfPeople({ ...roles, roots: [second] }, { version: 2 }), root, second))
    registry.trust.push(
      signedBy(trustOfPeople({ ...roles, roots: [last], parts: { '*': [team, bob] } }, { version: 3 }), second, last),
    )
    publish(two, [bob])
    goLive(two, one)
    await shows('2.0.0')
  })

  it('that has expired lets nothing new go live, and everything that did come back', async () => {
    publish(two)
    goLive(two, one)
    await shows('2.0.0')
    trusts({ version: 2, expires: '2026-01-01T00:00:00Z' })
    publish(three)
    goLive(three, two)
    await refusedFor('trust.json 2 expired on 2026-01-01T00:00:00Z')
    await stays('2.0.0')
    goLive(one)
    await shows('1.0.0')
    expect(await (await fetch(`${edge?.url}/healthz`)).json()).toMatchObject({ trust: 'expired' })
  })

  it('that is damaged on the disk of the edge keeps it from starting: without any it would trust everybody', async () => {
    await edge?.close()
    edge = undefined
    const file = path.join(folder, 'edge/trust.json')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"version": 1', '"version": 2'))
    await expect(startEdge()).rejects.toThrow(/trust\.json cannot be used: trust.json 2 is signed by 0/)
  })

  it('that withdraws a release also removes its files from memory', async () => {
    publish(two)
    goLive(two, one)
    await shows('2.0.0')
    const file = `${edge?.url}/releases/files/events/2.0.0/browser/page.js`
    expect((await fetch(file)).status).toBe(200)
    trusts({ version: 2, withdrawn: [two.reference.manifestIntegrity] })
    goLive(two, one)
    await shows('1.0.0')
    expect((await fetch(file)).status).toBe(503)
  })

  it('that is invalid keeps an edge without any from serving what nobody signed, and says so', async () => {
    await edge?.close()
    fs.rmSync(folder, { recursive: true })
    const [valid] = registry.trust
    registry.trust = [signedBy(trustOfPeople(roles), thief)]
    await startEdge()
    await refusedFor('trust.json 1 is signed by 0 of the 1 root keys')
    await wait(200)
    const health = await fetch(`${edge?.url}/healthz`)
    expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('has no trust.json')])
    expect(logged.lines.filter(({ fields }) => /root keys/.test(String(fields.reason)))).toHaveLength(1)
    registry.trust = [valid as (typeof registry.trust)[number]]
    await shows('1.0.0')
  })

  it('that is invalid takes no pages from an edge without any that had some', async () => {
    await edge?.close()
    fs.rmSync(path.join(folder, 'edge/trust.json'))
    registry.trust = [signedBy(trustOfPeople(roles), thief)]
    publish(two, [])
    goLive(two, one)
    await startEdge()
    await stays('1.0.0')
    expect(await (await fetch(`${edge?.url}/healthz`)).json()).toMatchObject({ trust: 'behind', document: 'unknown' })
  })

  it('can be given by the operator, so that not even the first one is the registry’s word', async () => {
    await edge?.close()
    fs.rmSync(folder, { recursive: true })
    fs.mkdirSync(path.join(folder, 'edge'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'edge/trust.json'), JSON.stringify(registry.trust[0]))
    registry.trust = [signedBy(trustOfPeople({ roots: [thief], parts: { '*': [thief] } }), thief)]
    publish(two, [thief])
    goLive(two, one)
    await startEdge()
    await refusedFor('no key of events in trust.json 1')
    await stays('1.0.0')
  })
})

describe('a key that was withdrawn', () => {
  it('lets its releases leave the site at once, for the last one that another key signed', async () => {
    publish(one, [team, bob])
    publish(shell, [team, bob])
    publish(two, [team])
    goLive(two, one)
    await shows('2.0.0')
    trusts({ version: 2, parts: { '*': [bob.key] } })
    goLive(two, one)
    await shows('1.0.0')
    await refusedFor('events 2.0.0 is signed by .* which is no key of events in trust.json 2')
    // The team signs it again with another key.
    publish(two, [team, bob])
    trusts({ version: 3, parts: { '*': [bob.key] } })
    goLive(two, one)
    await shows('2.0.0')
  })

  it('keeps the site where it was the shell’s only one', async () => {
    trusts({ version: 2, parts: { '*': [bob.key] } })
    goLive(one, one)
    await refusedFor('no release of the shell can be used')
    await stays('1.0.0')
  })
})

describe('an old discovery document that is replayed', () => {
  it('brings back nothing that was withdrawn', async () => {
    const old = registry.files.get(DISCOVERY) as Buffer
    publish(two)
    goLive(two)
    await shows('2.0.0')
    trusts({ version: 2, withdrawn: [one.reference.manifestIntegrity] })
    goLive(two, two)
    await vi.waitFor(() => expect(logged.lines.filter(({ fields }) => fields.version === 2)).not.toEqual([]), 5000)
    registry.files.set(DISCOVERY, old)
    registry.revision += 1
    await refusedFor('events 1.0.0 was withdrawn by trust.json 2.')
    await wait(200)
    expect(await page()).not.toContain('from events 1.0.0')
  })
})

describe('a registry that is frozen', () => {
  it('is seen when trust.json expires at the latest: nothing new is taken from it then', async () => {
    await edge?.close()
    const soon = new Date(Date.now() + 4000).toISOString()
    fs.rmSync(folder, { recursive: true })
    registry.trust = [signedBy(trustOfPeople(roles, { expires: soon }), root)]
    await startEdge()
    await shows('1.0.0')
    expect(await (await fetch(`${edge?.url}/healthz`)).json()).toMatchObject({ trust: 'current' })
    await vi.waitFor(
      async () => expect(await (await fetch(`${edge?.url}/healthz`)).json()).toMatchObject({ trust: 'expired' }),
      5000,
    )
    publish(two)
    goLive(two, one)
    await refusedFor('trust.json 1 expired on')
    await stays('1.0.0')
  })
})

describe('approvals', () => {
  beforeEach(async () => {
    publish(shell, [team], [approvedBy(shell, ada), approvedBy(shell, bob)])
    trusts({ version: 2, ...needsTwo })
    goLive(one, one)
    await vi.waitFor(() => expect(logged.lines.filter(({ fields }) => fields.version === 2)).not.toEqual([]), 5000)
  })

  it('let a release go live that has enough, and keep what was live without', async () => {
    await stays('1.0.0')
    publish(two, [team], [approvedBy(two, ada), approvedBy(two, bob)])
    goLive(two, one)
    await shows('2.0.0')
    goLive(one)
    await shows('1.0.0')
  })

  const moved = (by: typeof root, change: Partial<ReturnType<typeof aboutOf>>) =>
    approvedBy(two, by, { ...aboutOf(two), ...change })
  it.each<[string, () => Approval[]]>([
    ['one too few', () => [approvedBy(two, ada)]],
    ['one twice', () => [approvedBy(two, ada), approvedBy(two, ada)]],
    ['one of its publisher', () => [approvedBy(two, ada), approvedBy(two, team)]],
    ['one of nobody who may', () => [approvedBy(two, ada), approvedBy(two, thief)]],
    ['one of another version', () => [approvedBy(two, ada), moved(bob, { version: '1.0.0' })]],
    ['one of other bytes', () => [approvedBy(two, ada), moved(bob, { digest: integrityOf(Buffer.from('other')) })]],
    ['one for another environment', () => [approvedBy(two, ada), moved(bob, { environment: 'staging' })]],
    ['one of another part', () => [approvedBy(two, ada), moved(bob, { part: 'quiz' })]],
  ])('do not count for %s', async (_, approvals) => {
    publish(two, [team], approvals())
    goLive(two, one)
    await refusedFor('events 2.0.0 has 1 of the 2 approvals that production needs')
    await stays('1.0.0')
  })

  it('that come later let it go live without another promotion', async () => {
    publish(two, [team], [approvedBy(two, ada)])
    goLive(two, one)
    await refusedFor('1 of the 2 approvals')
    publish(two, [team], [approvedBy(two, ada), approvedBy(two, bob)])
    await shows('2.0.0')
  })

  it('are demanded by an edge that has never seen what is live', async () => {
    await edge?.close()
    fs.rmSync(folder, { recursive: true })
    await startEdge()
    await refusedFor('events 1.0.0 has 0 of the 2 approvals')
  })
})
