import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { person, signedBy, trustOfPeople } from '@marram/release-contract/testing/people'
import { bytesOfRelease, type SignatureBy, type Trust } from '@marram/release-contract/trust'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { type FakeRelease, fakeSection } from '../testing/fake-releases'
import { EdgeTrust } from './edge-trust'
import { ReleaseStore } from './release-store'

const [root, team, thief] = [person('Rita'), person('events pipeline'), person('Eve')]
const release = fakeSection()
const digest = release.reference.manifestIntegrity
const bytesOf = ({ files }: FakeRelease) => files[RELEASE_FILE] as Buffer
const described = () => ({
  ...{ part: 'events', version: '1.0.0', integrity: digest, bytes: bytesOf(release) },
  folder: path.join(folder, 'releases/events/1.0.0'),
})
const signaturesOf = (version: string) => `/releases/parts/events/versions/${version}/signatures`

let registry: FakeRegistry
let folder: string
let trust: EdgeTrust
const onChange = vi.fn(async () => {})
const logged = fakeLog()
const reasons = () => logged.lines.map(({ fields }) => String(fields.reason ?? ''))

const trusts = (change: Partial<Trust> = {}, by = [root]) =>
  void registry.trust.push(signedBy(trustOfPeople({ roots: [root], parts: { '*': [team] } }, change), ...by))
function sign(signatures: SignatureBy[], version = '1.0.0'): void {
  registry.files.set(signaturesOf(version), Buffer.from(JSON.stringify({ digest, signatures, approvals: [] })))
}
const signed = (by: typeof root) => by.sign(bytesOfRelease(bytesOf(release)))
const saved = () => JSON.parse(fs.readFileSync(path.join(folder, 'trust.json'), 'utf8')).trust.version

async function startTrust(): Promise<void> {
  const settings = { RELEASES_URL: registry.url, RELEASES_TOKEN: undefined, MARRAM_ENVIRONMENT: 'production' }
  trust = new EdgeTrust({ ...settings, folder, log: logged.log }, onChange)
  await trust.start()
}

beforeEach(async () => {
  registry = await fakeRegistry()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-edge-trust-'))
  registry.publish(release)
  sign([signed(team)])
  trusts()
  await startTrust()
  await trust.follow(1)
  onChange.mockClear()
  logged.lines.length = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('a later trust.json', () => {
  it('counts for a release whose signatures are being fetched', async () => {
    trusts({ version: 2, withdrawn: [digest] })
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...given) => {
      const response = await real(...given)
      await trust.follow(2)
      return response
    })
    await expect(trust.demandSigned(described())).rejects.toThrow('events 1.0.0 was withdrawn by trust.json 2.')
  })

  it('counts at once, although the next one is invalid, which is reported', async () => {
    trusts({ version: 2, withdrawn: [digest] })
    trusts({ version: 3 }, [thief])
    await trust.follow(3)
    expect(trust.state()?.version).toBe(2)
    expect(onChange).toHaveBeenCalledOnce()
    expect(trust.problem).toContain('trust.json 3 is signed by 0 of the 1 root keys')
    // At the next polls nothing changes, and nothing is checked again.
    await trust.follow(3)
    expect(onChange).toHaveBeenCalledOnce()
    expect(reasons().filter((reason) => reason === trust.problem)).toHaveLength(1)
  })

  it('that is named and not sent is reported, and makes nothing be checked again', async () => {
    await trust.follow(9)
    expect(trust.problem).toBe('the registry names trust.json 9 and does not send it')
    expect(reasons()).toContain(trust.problem)
    expect(onChange).not.toHaveBeenCalled()
    await trust.follow(1)
    expect(trust.problem).toBeUndefined()
  })

  it('that cannot be taken keeps an edge without any from taking a document', async () => {
    fs.rmSync(path.join(folder, 'trust.json'))
    registry.trust = []
    trusts({}, [thief])
    await startTrust()
    expect(await trust.follow(1)).toBe(false)
    // A registry without any.
    expect(await trust.follow(undefined)).toBe(true)
  })
})

describe('on a full disk', () => {
  const fill = () =>
    vi
      .spyOn(fs.promises, 'writeFile')
      .mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))

  it('a later trust.json counts, and is saved when there is space', async () => {
    const full = fill()
    trusts({ version: 2, withdrawn: [digest] })
    await trust.follow(2)
    await trust.follow(2)
    expect(trust.state()?.version).toBe(2)
    expect(onChange).toHaveBeenCalledOnce()
    expect(reasons().filter((reason) => reason.startsWith('ENOSPC'))).toHaveLength(1)
    full.mockRestore()
    expect(saved()).toBe(1)
    await trust.follow(2)
    expect(saved()).toBe(2)
  })

  it('files of a signed release are served', async () => {
    fill()
    const store = new ReleaseStore(path.join(folder, 'releases'), registry.url, undefined, false, (each) =>
      trust.demandSigned(each),
    )
    const file = await store.unstored({ part: 'events', version: '1.0.0' }, 'browser/page.js', () => true)
    expect(file?.bytes).toEqual(release.files['browser/page.js'])
    expect(reasons()).toEqual(['ENOSPC: no space left on device'])
  })

  it('a signed release is not served as another version', async () => {
    for (const [file, bytes] of Object.entries(release.files))
      registry.files.set(releaseFileUrl('events', '2.0.0', file), bytes)
    sign([signed(team)], '2.0.0')
    const store = new ReleaseStore(path.join(folder, 'releases'), registry.url, undefined, false, (each) =>
      trust.demandSigned(each),
    )
    await expect(store.unstored({ part: 'events', version: '2.0.0' }, RELEASE_FILE, () => true)).rejects.toThrow(
      'events/2.0.0 describes events 1.0.0',
    )
  })
})

describe('very many signatures', () => {
  /** How many signatures were verified meanwhile: each keeps visitors waiting. */
  async function verifiedBy(work: () => Promise<unknown>): Promise<number> {
    const verify = vi.spyOn(crypto, 'verify')
    syncBuiltinESMExports()
    try {
      await work()
      return verify.mock.calls.length
    } finally {
      verify.mockRestore()
      syncBuiltinESMExports()
    }
  }
  const refusal = () => trust.demandSigned(described()).catch((error: Error) => error.message)
  const strangers = Array.from({ length: 60 }, () => signed(person('x')))

  it('of strangers are not all verified, and none of them again at once', async () => {
    sign(Array.from({ length: 20_000 }, (_, i) => strangers[i % strangers.length] as SignatureBy))
    expect(await verifiedBy(refusal)).toSatisfy((count) => count > 0 && count <= 100)
    const asked = registry.asked.length
    expect(await verifiedBy(refusal)).toBe(0)
    expect(await refusal()).toContain('which is no key of events in trust.json 1.')
    expect(registry.asked).toHaveLength(asked)
  })

  it('do not push out the one that counts', async () => {
    sign([...strangers, signed(team)])
    await trust.demandSigned(described())
  })

  it('are verified again when another trust.json is trusted', async () => {
    sign([signed(thief)])
    expect(await refusal()).toContain('no key of events')
    trusts({ version: 2, keys: { [root.key]: 'Rita', [thief.key]: 'Eve' }, parts: { '*': [thief.key] } })
    await trust.follow(2)
    await trust.demandSigned(described())
  })
})
