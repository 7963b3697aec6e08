import fs from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import type { Site } from './site'

/** A call of the registry in an administrator's name. Throws for anything but 2xx, with the registry's words. */
async function ask<Answer>(
  site: Site,
  method: 'POST' | 'PUT',
  address: string,
  body?: Buffer | object,
): Promise<Answer> {
  const token = fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()
  const bytes = Buffer.isBuffer(body)
  const response = await fetch(site.registry + address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${address} is answered with ${response.status}: ${text}`)
  return (text ? JSON.parse(text) : {}) as Answer
}

/** As `npm run release -- publish` does it, without the start of a program. */
export async function publish(site: Site, folder: string): Promise<{ part: string; version: string }> {
  const description = fs.readFileSync(path.join(folder, 'release.json'))
  const { name, version } = JSON.parse(description.toString('utf8')) as ReleaseManifest
  const versions = `/releases/parts/${name}/versions`
  const { missing } = await ask<{ missing: string[] }>(site, 'POST', versions, description)
  await Promise.all(
    missing.map((file) =>
      ask(site, 'PUT', `${versions}/${version}/files/${file}`, fs.readFileSync(path.join(folder, file))),
    ),
  )
  await ask(site, 'POST', `${versions}/${version}/complete`)
  return { part: name, version }
}

/** The same of `promote`, to production. */
export const promote = (
  site: Site,
  part: string,
  version: string,
  { override = false }: { override?: boolean } = {},
): Promise<unknown> =>
  ask(site, 'POST', `/releases/environments/production/parts/${part}/promote`, {
    version,
    reason: 'a journey',
    ...(override && { override }),
  })
