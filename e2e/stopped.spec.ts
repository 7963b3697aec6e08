import { expect, test } from './support/test'
import { documentOf, release } from './support/variant'
import { ready, watch } from './support/watch'

const NOTICE = 'The tide took our timetable. We are back at nine.'

test('a part that a release manager stops says so calmly, the others go on, and it comes back', async ({
  site,
  page,
}) => {
  const statusOf = async (path: string) => (await documentOf(site, path)).status
  const before = await documentOf(site, '/sports')
  await release(site, 'kill', 'mfe-events', '--reason', 'it lost registrations', '--notice', NOTICE)
  try {
    await expect.poll(() => statusOf('/sports'), { timeout: 5000, intervals: [20] }).toBe(503)
    const { html, headers, composition } = await documentOf(site, '/sports')
    expect(html).toContain(NOTICE)
    expect(html).not.toContain('registrations')
    expect(headers.get('retry-after')).not.toBeNull()
    expect(composition).not.toBe(before.composition)

    const watched = await watch(page)
    await page.goto(`${site.url}/sports`)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'This part of the site is resting' })).toBeVisible()
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
    expect(watched.requests.filter((url) => url.includes('/releases/files/mfe-events/'))).toEqual([])
    expect(await watched.violations()).toEqual([])
  } finally {
    await release(site, 'revive', 'mfe-events')
  }
  await expect.poll(() => statusOf('/sports'), { timeout: 5000, intervals: [20] }).toBe(200)
  expect((await documentOf(site, '/sports')).composition).toBe(before.composition)
})
