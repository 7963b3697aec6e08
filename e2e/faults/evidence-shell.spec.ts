import { paths } from '@marram/api-contract/paths'
import type { Beacon } from '@marram/release-contract/evidence'
import type { Page } from '@playwright/test'
import type { FaultProxy } from '../fixtures/browser/fault-proxy'
import { retagged } from '../fixtures/releases/editions'
import { fromNetwork, halved } from '../fixtures/releases/halved'
import { publish } from '../fixtures/releases/releases'
import { discoveryOf, documentOf, liveVersions, release } from '../fixtures/releases/variant'
import { startSecondEdge } from '../fixtures/site/edge'
import { expect, test, VERIFY } from '../fixtures/test'

const BAD = '9.6.1'
const PART = 'shell'
const ADDRESS = '/login'

test('a shell that does not start in browsers is rolled back automatically', VERIFY, async ({ site, browser }) => {
  const before = (await liveVersions(site))[PART] as string
  const broken = (text: string) => `throw new Error('broken in browsers');\n${text}`
  const scripts = (entry: string | string[]) => [entry].flat().filter((file) => file.endsWith('.js'))
  const folder = retagged({
    part: PART,
    version: BAD,
    files: ({ entry }) => Object.fromEntries(scripts(entry).map((file) => [file, broken])),
  })
  await publish(site, folder)
  await release(site, 'canary', PART, BAD, '--steps', '50@7d,100@7d', '--reason', 'a new frame')
  const edge = await startSecondEdge(site)
  const { unlucky, lucky } = await halved(site, PART, { before, candidate: BAD })
  const candidate = async () => (await discoveryOf(site))[PART]?.find(({ metadata }) => metadata.version === BAD)
  try {
    // The other visitors load pages all the time, because a minute without them cannot be compared.
    const visitBy = async (visitor = '') =>
      expect((await documentOf(site, ADDRESS, { cookie: `marram_visitor=${visitor}` })).status).toBe(200)
    for (const visitor of lucky.slice(0, 25)) await visitBy(visitor)

    const context = await browser.newContext()
    await context.addCookies([{ name: 'marram_visitor', value: unlucky, url: edge.url }])
    const page = await context.newPage()
    for (let visits = 0; (await candidate()) && visits < 30; visits++) {
      await visitBy(lucky[visits % lucky.length])
      await page.setExtraHTTPHeaders(fromNetwork(visits))
      await page.goto(edge.url + ADDRESS)
    }
    await expect.poll(candidate, { timeout: 10_000 }).toBeUndefined()
    // From the next page load after the edge has the new document, this visitor has the working version.
    await expect(async () => {
      await page.goto(edge.url + ADDRESS)
      await expect(page.locator('html')).toHaveAttribute('data-ready', /./, { timeout: 2000 })
    }).toPass({ timeout: 15_000 })
    await context.close()

    const { events } = JSON.parse(await release(site, 'events', '--part', PART, '--limit', '1', '--json'))
    expect(events).toMatchObject([
      {
        action: 'evidence',
        actor: 'evidence',
        from: { traffic: 50 },
        to: { candidate: BAD, traffic: 0, strategy: null },
      },
    ])
    // Other tests break files of the live shell meanwhile.
    expect(events[0].reason).toMatch(/^shell 9\.6\.1 failed in \d+ of \d+ loads, .* in \d+ of \d+ in the same time /)
  } finally {
    await edge.stop()
    await release(site, 'abort', PART)
  }
})

/**
 * Collects the evidence of a document of this page; `told` returns what was sent, `all` also what is still held back.
 */
async function collectBeacons(page: Page) {
  await page.addInitScript(() => {
    const sent: Promise<string>[] = []
    Object.assign(window, { __sent: sent })
    navigator.sendBeacon = (url, body) => {
      if (url === '/releases/evidence') sent.push((body as Blob).text())
      return true
    }
  })
  const told = async (): Promise<Beacon[]> => {
    const texts = await page.evaluate(() => Promise.all((window as unknown as { __sent: Promise<string>[] }).__sent))
    return texts.map((text) => JSON.parse(text))
  }
  const all = async () => {
    // The last moment at which a document can send anything.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    return told()
  }
  return { told, all }
}

const ENTRY = /\/shell\/[^/]+\/browser\/static\/js\/index\./
const withoutSettings = (html: string) => html.replace('id="marram-configuration"', 'id="marram-nothing"')

for (const [what, breaks] of [
  ['its file never comes', (faults) => faults.faults.push({ match: ENTRY, do: '404' })],
  ['its file comes changed', (faults) => faults.faults.push({ match: ENTRY, do: 'tamper' })],
  ['its start gives up', (faults) => Object.assign(faults, { edit: withoutSettings })],
] satisfies [string, (faults: FaultProxy) => void][])
  test(`a document reports, once, that the shell does not start when ${what}`, async ({ site, faults, page }) => {
    breaks(faults)
    const { told, all } = await collectBeacons(page)
    await page.goto(faults.url + ADDRESS)
    const version = (await liveVersions(site))[PART]
    await expect.poll(told).toMatchObject([{ parts: { shell: { version, loads: 1, load: 1 } } }])
    expect((await all()).filter(({ parts }) => PART in parts)).toHaveLength(1)
  })

test(
  'a document reports only the shell when a file that it provides to a section does not load',
  VERIFY,
  async ({ site, faults, page }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/async\/antd/, do: '404' }]
    const { told, all } = await collectBeacons(page)
    await page.goto(faults.url + paths.registration('fixture-entry'))
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    const version = (await liveVersions(site))[PART]
    const partsOf = (beacons: Beacon[]) => beacons.flatMap(({ parts }) => Object.entries(parts))
    const failed = (beacons: Beacon[]) => partsOf(beacons).filter(([, { load, boundary }]) => load || boundary)
    await expect.poll(async () => failed(await told())).toMatchObject([[PART, { version, load: 1 }]])
    const beacons = await all()
    expect(failed(beacons)).toHaveLength(1)
    expect(partsOf(beacons).every(([part]) => part === PART)).toBe(true)
  },
)
