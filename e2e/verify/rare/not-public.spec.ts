import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { retagged } from '../../fixtures/releases/editions'
import { publish } from '../../fixtures/releases/releases'
import { liveVersions } from '../../fixtures/releases/variant'
import { temporaryFolder } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

type Sent = { method?: string; token?: string; body?: unknown }

/** Sends the path unchanged; `fetch` would resolve the dots in it first. */
function statusOf(origin: string, address: string, { method = 'GET', token, body }: Sent = {}): Promise<number> {
  const { hostname, port } = new URL(origin)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: address, method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

test('operator calls of the API are not reachable from outside, even with the right token', async ({ site }) => {
  const { url, token } = JSON.parse(fs.readFileSync(path.join(site.data, 'api/token'), 'utf8'))
  const folder = path.join(temporaryFolder('export'), 'content')
  const asked = { method: 'POST', token, body: { folder } }
  const command = 'operator/content/export'
  for (const start of [
    '/',
    '//',
    '/api/',
    '/api/../',
    '/api/..//',
    '/api/./../',
    '/api/%2e%2e/',
    '/api/.%2E/',
    '/api/..%2f',
    '/api/..%5c',
    '/api/x/../../',
    '/media/../',
    '/media/%2e%2e/',
    '/releases/../',
    '/api/;/../',
    '/./',
    '/%2e/',
  ]) {
    const status = await statusOf(site.url, start + command, asked)
    expect.soft([400, 404, 405], `${start}${command} answers ${status}`).toContain(status)
    expect.soft(fs.existsSync(folder), start + command).toBe(false)
  }
  // The same call inside the network is accepted: the ones above failed because of their address.
  expect(await statusOf(url, `/${command}`, asked)).toBe(200)
  expect(fs.existsSync(folder)).toBe(true)
})

test('without a token the registry shows only what visitors need, and allows no changes', async ({ site }) => {
  const before = await liveVersions(site)
  const versions = '/releases/parts/mfe-events/versions'
  const production = '/releases/environments/production'
  const closed: [string, string][] = [
    ['GET', '/releases/parts'],
    ['GET', versions],
    ['GET', production],
    ['GET', '/releases/events'],
    ['POST', versions],
    ['PUT', `${versions}/9.9.9/files/server/server.cjs`],
    ['POST', `${versions}/9.9.9/complete`],
    ['POST', `${production}/parts/mfe-events/promote`],
    ['POST', `${production}/parts/mfe-events/rollback`],
  ]
  const token = fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()
  for (const [method, address] of closed) {
    const body = method === 'GET' ? undefined : { version: before['mfe-events'] }
    for (const wrong of [undefined, 'made-up', `${token}x`])
      expect.soft(await statusOf(site.url, address, { method, body, token: wrong }), `${method} ${address}`).toBe(401)
    if (method === 'GET') expect.soft(await statusOf(site.url, address, { token }), address).toBe(200)
  }
  expect(await liveVersions(site)).toEqual(before)
})

/** Spellings of an address that some server on the way might normalize to it. */
const waysTo = (address: string, version: string) => [
  address,
  `/api/..${address}`,
  address.replace('/files/', '//files/'),
  address.replace('/files/', '/./files/'),
  address.replace('/files/', '/%2e/files/'),
  address.replace('/files/', '/%66iles/'),
  address.replace('/files/', '/x/../files/'),
  address.replace(version, `${version}/.`),
]

test('files of a release that was never live are only for clients with a token', async ({ site }) => {
  const part = 'mfe-quiz'
  const version = '9.53.0'
  await publish(site, retagged({ part, version }))
  const token = fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()
  const about = releaseFileUrl(part, version, RELEASE_FILE)
  const answer = await fetch(site.url + about, { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const { entry, server } = (await answer.json()) as ReleaseManifest
  const served: string[] = []
  for (const file of [RELEASE_FILE, String(entry), server])
    for (const way of waysTo(releaseFileUrl(part, version, file), version))
      for (const origin of [site.url, site.registry])
        for (const wrong of [undefined, 'made-up', `${token}x`]) {
          const status = await statusOf(origin, way, { token: wrong })
          if (![400, 404].includes(status)) served.push(`${origin}${way} ${status}`)
        }
  expect(served).toEqual([])
  expect(await statusOf(site.url, releaseFileUrl(part, version, String(entry)), { token })).toBe(200)
  expect(await statusOf(site.url, releaseFileUrl(part, version, server), { token })).toBe(404)
})

test('server builds and source maps are not for visitors', async ({ site }) => {
  const served: string[] = []
  for (const [part, version] of Object.entries(await liveVersions(site))) {
    const manifest = (await (
      await fetch(site.url + releaseFileUrl(part, version, RELEASE_FILE))
    ).json()) as ReleaseManifest
    const secret = Object.keys(manifest.files).filter((file) => file === manifest.server || file.endsWith('.map'))
    expect(secret.length, part).toBeGreaterThan(2)
    for (const address of secret.map((file) => releaseFileUrl(part, version, file)))
      for (const way of waysTo(address, version)) {
        const status = await statusOf(site.url, way)
        if (![400, 404].includes(status)) served.push(`${way} ${status}`)
      }
  }
  expect(served).toEqual([])
})
