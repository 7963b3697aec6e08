import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { person, signedBy } from '@marram/release-contract/testing/people'
import type { SignedTrust } from '@marram/release-contract/trust'
import { demandNext } from '@marram/release-contract/trust/verify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensureTrust } from './first-trust'

/** As a database holds it, which somebody may have changed. */
let trusts: SignedTrust[]
let sent: string[]
let server: http.Server
let data: string
beforeEach(async () => {
  trusts = []
  sent = []
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-trust-'))
  vi.stubEnv('MARRAM_KEYS', path.join(data, 'no-keys'))
  server = http.createServer(async (request, response) => {
    const { method, url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://registry')
    if (method === 'POST') {
      sent.push(pathname)
      const { trust, signatures } = (await json(request)) as SignedTrust
      if (pathname === '/releases/trust') trusts.push({ trust, signatures })
    }
    const after = Number(searchParams.get('after') ?? 0)
    const versions = after ? trusts.filter(({ trust }) => trust.version > after) : trusts.slice(-1)
    const found: Record<string, object> = {
      '/releases/parts': { parts: [{ part: 'events' }] },
      '/releases/parts/events/versions': { versions: [{ version: '1.0.0' }] },
      '/releases/parts/events/versions/1.0.0/signatures': { signatures: [], approvals: [] },
      '/releases/files/events/1.0.0/release.json': { name: 'events', version: '1.0.0' },
      '/releases/trust': method === 'POST' ? {} : { versions },
    }
    response.end(JSON.stringify(found[pathname] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.unstubAllEnvs()
  server.close()
  fs.rmSync(data, { recursive: true })
})
const start = async () => {
  sent = []
  const { port } = server.address() as AddressInfo
  return ensureTrust({ url: `http://127.0.0.1:${port}`, token: 'any' }, data)
}
const signing = '/releases/parts/events/versions/1.0.0/signatures'
const ownFile = () => path.join(data, 'keys/trust.json')
/** What an edge of this data folder has taken. */
const edgeTakes = (signed: SignedTrust | undefined) => {
  fs.mkdirSync(path.join(data, 'edge'))
  fs.writeFileSync(path.join(data, 'edge/trust.json'), JSON.stringify(signed))
}

it('signs with its first key what is published, and nothing with it at any later start', async () => {
  const { keys } = await start()
  expect(sent).toEqual([signing, '/releases/trust'])
  expect(fs.statSync(ownFile()).mode & 0o777).toBe(0o600)
  expect((await start()).keys?.map(({ key }) => key)).toEqual(keys?.map(({ key }) => key))
  expect(sent).toEqual([])
})

it.each(['own', 'edge'])(
  'gives a registry without a trust.json the %s copy back, and signs no release',
  async (which) => {
    await start()
    const [first] = trusts
    if (which === 'edge') {
      edgeTakes(first)
      fs.rmSync(ownFile())
    }
    trusts = []
    await start()
    expect(sent).toEqual(['/releases/trust'])
    expect(trusts).toEqual([first])
  },
)

it('signs nothing where there is a key and no copy, and says what to do', async () => {
  await start()
  fs.rmSync(ownFile())
  trusts = []
  await expect(start()).rejects.toThrow('has a key of an earlier start')
  expect(sent).toEqual([])
})

it.each<[string, (first: SignedTrust) => SignedTrust]>([
  ['of the same version', ({ trust, signatures }) => ({ trust, signatures })],
  ['of a later version', ({ trust, signatures }) => ({ trust: { ...trust, version: 4 }, signatures })],
  [
    'of a later version that the thief signed',
    ({ trust }) => {
      const eve = person('Eve')
      return signedBy({ ...trust, version: 2, roots: { keys: [eve.key], threshold: 1 } }, eve)
    },
  ],
])('signs nothing of a trust.json %s that its key never signed', async (_, lie) => {
  await start()
  const eve = person('Eve')
  const lied = lie(trusts[0] as SignedTrust)
  const { keys, parts } = lied.trust
  // It is to expire, so that a start would renew it.
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  const trust = {
    ...lied.trust,
    expires,
    keys: { ...keys, [eve.key]: 'Eve' },
    parts: { '*': [eve.key, ...(parts['*'] ?? [])] },
  }
  trusts = [{ ...lied, trust }]
  await expect(start()).rejects.toThrow('trust.json cannot be trusted')
  fs.rmSync(ownFile())
  await expect(start()).rejects.toThrow('signed by 0 of the 1 root keys')
  expect(sent).toEqual([])
})

it('renews what is to expire, if that is what was trusted before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await start()
    vi.setSystemTime(Date.now() + 200 * 86_400_000)
    await start()
    const [first, second] = trusts
    demandNext((first as SignedTrust).trust, second as SignedTrust)
    await start()
    expect(trusts).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
