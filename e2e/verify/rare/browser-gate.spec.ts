import { edition, SECTION } from '../../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { liveVersions } from '../../fixtures/releases/variant'
import { preparedData } from '../../fixtures/site/prepared-data'
import { type Site, startSite } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

const browser = process.env.MARRAM_CHROMIUM ?? ''
test.skip(browser === '', 'The gate needs a Chromium of its own: name it with MARRAM_CHROMIUM.')
test.describe.configure({ mode: 'serial', timeout: 180_000, retries: 0 })

let site: Site
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSite({ data: await preparedData('start'), env: { MARRAM_CHROMIUM: browser, BROTLI_QUALITY: '3' } })
})
test.afterAll(() => site?.stop())

const checkOf = async (version: string) => {
  const { checks } = await registryOf(site).showGate({ ...inProduction(SECTION), version })
  return checks.find(({ name }) => name === 'browser')
}

test('an edition without faults goes live after a browser has opened it', async () => {
  await publish(site, edition({ version: '7.1.0' }))
  expect(await checkOf('7.1.0')).toMatchObject({ outcome: 'passed' })
  await promote(site, SECTION, '7.1.0')
})

test('every page of the site’s own sections passes in a browser', async () => {
  test.setTimeout(600_000)
  const live = await liveVersions(site)
  const sections = Object.entries(live).filter(([part]) => part !== 'shell' && part !== SECTION)
  expect(sections.length).toBeGreaterThan(3)
  for (const [part, version] of sections) {
    const browserCheck = async () => {
      const { checks } = await registryOf(site).showGate({ ...inProduction(part), version })
      const found = checks.find(({ name }) => name === 'browser')
      const isOpened = found !== undefined && !found.message.includes('time was up')
      return { part, isOpened, refused: found?.outcome === 'failed' ? found.message : undefined }
    }
    await expect.poll(browserCheck, { timeout: 180_000 }).toMatchObject({ part, isOpened: true, refused: undefined })
  }
})

const bad = [
  ['7.2.1', 'in browsers', /it fails \(.*broken in browsers\)/],
  ['7.2.2', 'in an effect', /broken in an effect/],
  ['7.2.3', 'replaces built-ins', /it replaces what all pages use: Array\.prototype\.at/],
  ['7.2.4', 'leaves a style', /in header is hidden/],
  ['7.2.5', 'shifts', /its layout shifts by [0-9.]+/],
  ['7.2.6', 'spins in browsers', /does not respond/],
  ['7.2.7', 'in a loader', /\/fixture\/items\/\w+ in a browser: it is still loading after 8 s/],
] as const
for (const [version, breaks, words] of bad)
  test(`an edition that breaks “${breaks}” is refused before a visitor has it`, async () => {
    await publish(site, edition({ version, breaks }))
    await expect.poll(() => checkOf(version), { timeout: 150_000 }).toMatchObject({ outcome: 'failed' })
    const refused = await promote(site, SECTION, version).catch((error: Error) => error)
    expect(String(refused)).toMatch(words)
    expect((await liveVersions(site))[SECTION]).toBe('7.1.0')
  })
