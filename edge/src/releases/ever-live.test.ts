import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { EverLive } from './ever-live'
import { TooManyFetches } from './release-store'

let registry: FakeRegistry
let folder: string
const logged = fakeLog()
const begun = async (MARRAM_ENVIRONMENT = 'production') => {
  const everLive = new EverLive({ RELEASES_URL: registry.url, MARRAM_ENVIRONMENT, folder, log: logged.log })
  await everLive.start()
  return everLive
}

beforeEach(async () => {
  registry = await fakeRegistry()
  registry.everLive.add('events@1.0.0')
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-ever-live-'))
  logged.lines.length = 0
})
afterEach(async () => {
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

it('a release that was live in one environment is not public in another', async () => {
  const first = await begun()
  expect(await first.has('events', '1.0.0')).toBe(true)
  await first.stop()
  expect((await begun()).isKnown('events', '1.0.0')).toBe(true)
  expect((await begun('staging')).isKnown('events', '1.0.0')).toBe(false)
})

it('a damaged list is reported, and the registry asked again', async () => {
  fs.writeFileSync(path.join(folder, 'ever-live-production.json'), '{"releases":')
  const everLive = await begun()
  expect(logged.messages()).toEqual([
    'the list of releases that were ever live cannot be read: the registry is asked again',
  ])
  expect(await everLive.has('events', '1.0.0')).toBe(true)
  await everLive.stop()
  expect((await begun()).isKnown('events', '1.0.0')).toBe(true)
})

it('a list that cannot be stored is reported, and requests are still served', async () => {
  const everLive = await begun()
  fs.mkdirSync(path.join(folder, 'ever-live-production.json'))
  expect(await everLive.has('events', '1.0.0')).toBe(true)
  await everLive.stop()
  expect(logged.messages()).toEqual(['the list of releases that were ever live cannot be saved'])
  expect(await everLive.has('events', '1.0.0')).toBe(true)
})

it('an invalid response makes nothing public', async () => {
  const everLive = await begun()
  registry.broken = 500
  await expect(everLive.has('events', '1.0.0')).rejects.toThrow('responded with status 500')
  registry.broken = undefined
  expect(await everLive.has('events', '1.0.0')).toBe(true)
})

it('many guesses wait for a limited number of calls, and the rest get a time to retry', async () => {
  const everLive = await begun()
  const versions = Array.from({ length: 156 }, (_, i) => `9.0.${i}`)
  const address = (version: string) => `/releases/environments/production/parts/events/versions/${version}/ever-live`
  for (const version of versions) registry.hanging.add(address(version))
  const refused: unknown[] = []
  const all = versions.map((version) => everLive.has('events', version).catch((error) => refused.push(error)))
  await expect.poll(() => refused.length).toBe(20)
  expect(refused.every((error) => error instanceof TooManyFetches)).toBe(true)
  expect(registry.asked.length).toBeLessThanOrEqual(8)
  await registry.close()
  await Promise.all(all)
})
