import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { integrityOf } from '@marram/files/digest'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { type Person, person } from '@marram/release-contract/testing/people'
import { bytesOfApproval, bytesOfRelease } from '@marram/release-contract/trust'
import { isSigned } from '@marram/release-contract/trust/verify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signPublished } from './change-trust'

const keyOf = (owner: string) => ({ ...person(owner), name: owner })

describe('signing again what a key signed, at a registry that may lie', () => {
  const [old, next, thief] = [keyOf('ada'), keyOf('ada'), keyOf('Eve')]
  const about = { part: 'events', version: '1.0.0' }
  const releaseJson = (change: object = {}) =>
    Buffer.from(JSON.stringify({ name: 'events', version: '1.0.0', ...change }))
  let server: http.Server
  let bytes: Buffer
  let signatures: object[]
  let approvals: object[]
  let sent: { path: string; body: { key: string; signature: string } }[]

  beforeEach(async () => {
    sent = []
    bytes = releaseJson()
    signatures = [old.sign(bytesOfRelease(bytes))]
    approvals = [approvalBy(old)]
    const [path, file] = ['/releases/parts/events/versions/1.0.0', releaseFileUrl('events', '1.0.0', RELEASE_FILE)]
    server = http.createServer(async (request, response) => {
      const { method, url = '' } = request
      if (method === 'POST') sent.push({ path: url, body: (await json(request)) as (typeof sent)[0]['body'] })
      const found: Record<string, object> = {
        '/releases/parts': { parts: [{ part: 'events' }] },
        '/releases/parts/events/versions': { versions: [{ version: '1.0.0' }] },
        [`${path}/signatures`]: { signatures, approvals },
      }
      response.end(url === file ? bytes : JSON.stringify(found[url] ?? {}))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => void server.close())

  function approvalBy(by: Person, environment = 'production') {
    const digest = integrityOf(bytes)
    return { environment, ...by.sign(bytesOfApproval({ ...about, digest, environment })) }
  }
  const rotate = () => {
    const { port } = server.address() as AddressInfo
    return signPublished({ url: `http://127.0.0.1:${port}`, token: 'any' }, next, old.key)
  }

  it('repeats its signatures and approvals', async () => {
    expect(await rotate()).toEqual([about])
    const [signature, approval] = sent.map(({ body }) => body)
    expect(signature && isSigned(bytesOfRelease(bytes), signature)).toBe(true)
    const approved = { ...about, digest: integrityOf(bytes), environment: 'production' }
    expect(approval && isSigned(bytesOfApproval(approved), approval)).toBe(true)
    expect(sent).toHaveLength(2)
  })

  it.each<[string, () => void]>([
    [
      'bytes that it never signed',
      () => {
        bytes = releaseJson({ evil: true })
      },
    ],
    [
      'a signature of another key in its name',
      () => {
        signatures = [{ ...thief.sign(bytesOfRelease(bytes)), key: old.key }]
      },
    ],
    [
      'an approval of another environment',
      () => {
        approvals = [{ ...approvalBy(old, 'staging'), environment: 'production' }]
      },
    ],
    [
      'an approval alone, of bytes that it never saw',
      () => {
        bytes = releaseJson({ evil: true })
        signatures = []
      },
    ],
  ])('signs nothing of %s, and names the release', async (_, lie) => {
    lie()
    await expect(rotate()).rejects.toThrow(/events 1\.0\.0 as signed by .* was not signed by it/)
    expect(sent).toEqual([])
  })

  it('signs no release.json of another release, though the key signed it', async () => {
    bytes = releaseJson({ version: '9.0.0' })
    signatures = [old.sign(bytesOfRelease(bytes))]
    approvals = []
    await expect(rotate()).rejects.toThrow('is not the release.json of events 1.0.0: do not sign it.')
    expect(sent).toEqual([])
  })
})
