import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { Page } from '@playwright/test'
import { ready, watch } from '../fixtures/browser/watch'
import { versionsIn } from '../fixtures/releases/composition'
import { edition } from '../fixtures/releases/editions'
import { promote, publish } from '../fixtures/releases/releases'
import { storedReleases } from '../fixtures/releases/stored-releases'
import { documentOf, liveVersions } from '../fixtures/releases/variant'
import type { Site } from '../fixtures/site/site'
import { expect, test, VERIFY } from '../fixtures/test'

const addresses = [
  '/',
  '/sports',
  '/sports-details/fixture-run',
  '/event/registration/fixture-entry',
  '/login',
  '/quiz-complete',
]

/** What distinguishes two releases of a part: the version, and the digest of the server build. */
type Release = { version: string; server: string | undefined; lightbox: boolean }
const released = ({ version, server, files }: ReleaseManifest, lightbox = false): Release => ({
  version,
  server: files[server]?.integrity,
  lightbox,
})

const WITH_LIGHTBOX = ['mfe-content', 'mfe-events']

async function releasesNow(site: Site): Promise<Record<string, Release>> {
  const all = Object.entries(await liveVersions(site)).map(async ([part, version]) => {
    const response = await fetch(site.url + releaseFileUrl(part, version, RELEASE_FILE))
    return [part, released((await response.json()) as ReleaseManifest)]
  })
  return Object.fromEntries(await Promise.all(all))
}

async function goLive(site: Site, releases: Record<string, Release>): Promise<void> {
  const live = await liveVersions(site)
  for (const [part, { version, lightbox }] of Object.entries(releases)) {
    if (live[part] === version) continue
    if (lightbox) await refusedForItsStyleAlone(site, part, version)
    await promote(site, part, version, { override: lightbox })
  }
}

/**
 * Until 2026-11-23 the lightbox of a section styled the whole page; everything else about such a release must be valid.
 */
const refusedForItsStyleAlone = (site: Site, part: string, version: string) =>
  expect(promote(site, part, version)).rejects.toThrow(
    /^[^:]+: [^:]+: \S+\.css: :root:has\(\S+\) may match [^.]+ CSS module\.$/,
  )

/** Each page uses exactly these releases, as its document declares, and works. */
async function everyPageWorks(site: Site, page: Page, expected: Record<string, Release>): Promise<void> {
  const { complaints, violations } = await watch(page)
  const composed = async (address: string) => versionsIn((await documentOf(site, address)).html)
  const versions = Object.fromEntries(Object.entries(expected).map(([part, { version }]) => [part, version]))
  for (const address of addresses) {
    // An edge tries each section with a new shell before it shows the two together.
    await expect.poll(() => composed(address), { timeout: 60_000 }).toEqual(versions)
    await page.goto(site.url + address)
    expect(await ready(page), address).toBe('hydrated')
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    expect(complaints, address).toEqual([])
    expect(await violations(), address).toEqual([])
  }
}

test.describe('releases of different days', () => {
  let today: Record<string, Release>
  let earlier: Record<string, Release>

  test.beforeAll(async ({ site }) => {
    today = await releasesNow(site)
    const stored = storedReleases()
    earlier = Object.fromEntries(
      stored.map(({ manifest }) => [manifest.name, released(manifest, WITH_LIGHTBOX.includes(manifest.name))]),
    )
    // The test needs releases that differ from today's.
    for (const [part, { version, server }] of Object.entries(earlier)) {
      expect(version, `${part} was stored after its last change: keep the earlier one`).not.toBe(today[part]?.version)
      expect(server, `the stored ${part} does what today's does: keep an earlier one`).not.toBe(today[part]?.server)
    }
    for (const { folder } of stored) await publish(site, folder)
  })
  test.afterEach(async ({ site }) => goLive(site, today))

  test("today's shell runs sections that were released earlier", VERIFY, async ({ site, page }) => {
    const mixed = { ...today, ...earlier, shell: today.shell as Release }
    await goLive(site, mixed)
    await everyPageWorks(site, page, mixed)
  })

  test("the earlier shell runs today's sections", VERIFY, async ({ site, page }) => {
    const mixed = { ...today, shell: earlier.shell as Release }
    await goLive(site, mixed)
    await everyPageWorks(site, page, mixed)
  })
})

test('a section that needs a newer host is refused with a message, and nothing changes', async ({ site }) => {
  const before = await releasesNow(site)
  const { part, version } = await publish(site, edition({ version: '9.4.0', host: '^1.9.0' }))
  await expect(promote(site, part, version)).rejects.toThrow(/\^1\.9\.0/)
  expect(await releasesNow(site)).toEqual(before)
})
