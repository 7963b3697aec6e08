import type { Page } from '@playwright/test'
import type { Site } from './support/site'
import { storedRelease } from './support/stored-release'
import { expect, test } from './support/test'
import { buildVariant, documentOf, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const sections = ['mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz']
const addresses = [
  '/',
  '/sports',
  '/sports-details/first-light-run',
  '/event/registration/sports-entry',
  '/login',
  '/quiz-complete',
]

async function goLive(site: Site, parts: string[], versions: Record<string, string>): Promise<void> {
  for (const part of parts)
    if ((await liveVersions(site))[part] !== versions[part])
      await release(site, 'promote', part, versions[part] as string)
  await expect
    .poll(async () =>
      Object.entries(await liveVersions(site)).every(
        ([part, version]) => !parts.includes(part) || versions[part] === version,
      ),
    )
    .toBe(true)
}

async function everyPageWorks(site: Site, page: Page, expected: Record<string, string>): Promise<void> {
  const { complaints, violations } = await watch(page)
  for (const address of addresses) {
    const names = async (version: string) => (await documentOf(site, address)).html.includes(`"version":"${version}"`)
    for (const version of Object.values(expected))
      await expect.poll(() => names(version), { timeout: 10_000 }).toBe(true)
    await page.goto(site.url + address)
    expect(await ready(page), address).toBe('hydrated')
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    expect(complaints, address).toEqual([])
    expect(await violations(), address).toEqual([])
  }
}

test.describe('releases of different days', () => {
  let today: Record<string, string>
  const earlier: Record<string, string> = {}

  test.beforeAll(async ({ site }) => {
    today = await liveVersions(site)
    for (const part of ['shell', ...sections]) {
      const { version, folder } = storedRelease(part)
      earlier[part] = version
      if (version !== today[part]) await release(site, 'publish', folder)
    }
  })
  test.afterEach(async ({ site }) => goLive(site, ['shell', ...sections], today))

  test("today's shell runs sections that were released earlier", async ({ site, page }) => {
    await goLive(site, sections, earlier)
    await everyPageWorks(site, page, { shell: today.shell as string, events: earlier['mfe-events'] as string })
  })

  test("the earlier shell runs today's sections", async ({ site, page }) => {
    await goLive(site, ['shell'], earlier)
    await everyPageWorks(site, page, { shell: earlier.shell as string, events: today['mfe-events'] as string })
  })

  test('a section that needs a newer host is refused in words, and nothing changes', async ({ site }) => {
    const folder = await buildVariant({
      part: 'mfe-quiz',
      version: '9.4.0',
      edits: { 'section.json': [['"host": "^1.0.0"', '"host": "^1.9.0"']] },
    })
    const { code, stderr } = await site.release('publish', folder, '--promote')
    expect(code).toBe(1)
    expect(stderr).toMatch(/mfe-quiz 9\.4\.0.*\^1\.9\.0/)
    expect(await liveVersions(site)).toEqual(today)
  })
})
