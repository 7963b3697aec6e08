import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { promote, publish } from '../fixtures/releases/releases'
import { freePort, root, temporaryFolder } from '../fixtures/site/site'
import { tell } from '../verify/cell'
import { buildImages, hasShell, type Image, machineOf, type Service, whyNoImages } from './images'
import type { Machine } from './machine'

const PARTS = ['shell', 'mfe-content', 'mfe-events', 'mfe-quiz', 'mfe-account']
const MOST_MEGABYTES = 250
const secret = () => randomBytes(32).toString('hex')

test.describe.configure({ mode: 'default', timeout: 15 * 60_000 })

test('images of the services: small, without a shell, read-only, of another account, and a site is made of them', async () => {
  const why = whyNoImages()
  test.skip(why !== undefined, why)
  const images = await buildImages()
  const running: Machine[] = []
  try {
    for (const [service, image] of Object.entries(images) as [Service, Image][]) {
      expect(image.megabytes, service).toBeLessThanOrEqual(MOST_MEGABYTES)
      expect(image.user).toBe('10001:10001')
      expect(await hasShell(image)).toBe(false)
    }
    tell(
      Object.entries(images)
        .map(([service, { megabytes }]) => `${service} ${megabytes} MB`)
        .join(', '),
    )
    const [api, registry, edge] = [await freePort(), await freePort(), await freePort()]
    const at = (port: number) => `http://127.0.0.1:${port}`
    const [API_EDGE_TOKEN, RELEASES_TOKEN, token] = [secret(), secret(), secret()]
    const start = async (service: Service, port: number, env: Record<string, string>) => {
      const started = machineOf(service, images[service], `127.0.0.1:${port}`, env)
      running.push(started)
      await started.start()
    }
    await start('api', api, { API_PORT: String(api), API_EDGE_TOKEN })
    await start('releases', registry, {
      ...{ RELEASES_PORT: String(registry), CONSOLE_PORT: String(await freePort()), API_HOST: at(api) },
      ...{ RELEASES_TOKEN, RELEASES_ADMIN_TOKEN: token, BROTLI_QUALITY: '3' },
    })
    await start('edge', edge, {
      ...{ PORT: String(edge), PREVIEW_PORT: String(await freePort()), API_HOST: at(api), RELEASES_URL: at(registry) },
      ...{ API_EDGE_TOKEN, RELEASES_TOKEN },
    })
    const site = { data: temporaryFolder('tokens'), registry: at(registry) }
    fs.mkdirSync(path.join(site.data, 'releases'))
    fs.writeFileSync(path.join(site.data, 'releases/token'), token)
    for (const part of PARTS) {
      const { version } = await publish(site, path.join(root, part, 'dist'))
      await promote(site, part, version)
    }
    const page = async () => {
      const answer = await fetch(`${at(edge)}/sports`)
      return `${answer.status} ${answer.headers.get('x-marram-render')?.split(';')[0]}`
    }
    await expect.poll(page, { timeout: 60_000 }).toBe('200 server')
  } finally {
    for (const each of running) await each.kill()
  }
})
