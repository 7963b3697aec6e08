import { ready, watch } from '../fixtures/browser/watch'
import { FIRST, SECTION } from '../fixtures/releases/editions'
import { inProduction, registryOf } from '../fixtures/releases/releases'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

const NOTICE = 'The tide took our timetable. We are back at nine.'
const REASON = 'it lost registrations'
const SOON = { timeout: 5000, intervals: [20] }

test('a section that a release manager stops shows a calm notice, the others go on, and it comes back', async ({
  site,
  page,
}) => {
  const statusNow = async () => (await documentOf(site, '/fixture')).status
  const before = await documentOf(site, '/fixture')
  try {
    const { stdout } = await site.release('kill', SECTION, '--reason', REASON, '--notice', NOTICE)
    // The command has waited for the edge, so the test does not.
    expect(stdout).toMatch(/is killed\. (\d+) of \1 edges? follows?\.\n$/)
    expect(await statusNow()).toBe(503)
    const { html, headers, composition } = await documentOf(site, '/fixture')
    expect(html).toContain(NOTICE)
    expect(html).not.toContain(REASON)
    expect(headers.get('retry-after')).not.toBeNull()
    expect(composition).not.toBe(before.composition)
    const { notUsed } = await registryOf(site).why({ id: composition })
    expect(notUsed).toMatchObject([{ part: SECTION, reason: 'it was killed' }])

    const watched = await watch(page)
    await page.goto(`${site.url}/fixture`)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'This part of the site is resting' })).toBeVisible()
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
    expect(watched.requests.filter((url) => url.includes(`/releases/files/${SECTION}/`))).toEqual([])
    expect(await watched.violations()).toEqual([])
  } finally {
    await registryOf(site).revive(inProduction(SECTION))
  }
  await expect.poll(statusNow, SOON).toBe(200)
  expect((await documentOf(site, '/fixture')).composition).toBe(before.composition)
})

test(
  'stopping and reviving a part reaches open tabs, and links followed in them, within five seconds',
  VERIFY,
  async ({ site, page }) => {
    const watched = await watch(page)
    const resting = page.getByText(NOTICE)
    const first = page.getByRole('heading', { name: FIRST.heading })
    const SECONDS = { timeout: 5000 }
    await page.goto(`${site.url}/fixture`)
    await ready(page)
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    try {
      await registryOf(site).kill({ ...inProduction(SECTION), reason: REASON, notice: NOTICE })
      await expect(resting).toBeVisible(SECONDS)
      await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
      const before = watched.requests.length
      await page.goBack()
      await expect(resting).toBeVisible()
      expect(watched.requests.slice(before).filter((url) => url.includes(`/releases/files/${SECTION}/`))).toEqual([])
      await registryOf(site).revive(inProduction(SECTION))
      await expect(first).toBeVisible(SECONDS)
      expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)

      // A tab that was opened while the part was off the site has nothing of it, so it loads a new document.
      await registryOf(site).kill({ ...inProduction(SECTION), reason: REASON, notice: NOTICE })
      await expect.poll(async () => (await documentOf(site, '/fixture')).status, SOON).toBe(503)
      await page.reload()
      await ready(page)
      await expect(resting).toBeVisible()
      await registryOf(site).revive(inProduction(SECTION))
      await expect(first).toBeVisible({ timeout: 8000 })
    } finally {
      await registryOf(site).revive(inProduction(SECTION))
    }
    expect(await watched.violations()).toEqual([])
  },
)
