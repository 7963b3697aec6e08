import { shownVersion, versionsIn } from './support/composition'
import { publish } from './support/releases'
import { expect, test } from './support/test'
import { buildVariant, documentOf, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const NEXT = '9.7.0'
const OLD = 'Run, ride or swim with us'
const NEW = 'Come and run'
const PART = 'mfe-events'

test('a link shows a version to whoever has it, whole and rendered by the server, and to nobody else', async ({
  site,
  browser,
}) => {
  const before = await liveVersions(site)
  // The edge may still be about to hear of what somebody else has taken back.
  await expect.poll(async () => versionsIn((await documentOf(site, '/sports')).html)).toEqual(before)
  const live = await documentOf(site, '/sports')
  const folder = await buildVariant({
    part: PART,
    version: NEXT,
    edits: { 'src/sports/sports.tsx': [[`title="${OLD}"`, `title="${NEW}"`]] },
  })
  await publish(site, folder)
  const { path } = JSON.parse(await release(site, 'preview', PART, NEXT, '--valid', '10m', '--json')) as {
    path: string
  }
  expect(await liveVersions(site)).toEqual(before)

  const context = await browser.newContext()
  const page = await context.newPage()
  const watched = await watch(page)
  const answer = await page.goto(`${site.url}${path}?to=/sports`)
  await expect(page).toHaveURL(`${site.url}/sports`)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-marram-preview': `${PART} ${NEXT}`,
    'x-marram-render': 'server',
  })
  expect(await ready(page)).toBe('hydrated')
  await expect(page.getByRole('heading', { name: NEW })).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Preview' })
  await expect(banner).toContainText(`Preview of ${PART} ${NEXT}, not the live site.`)
  // On to another section, without leaving the preview.
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  await expect(banner).toBeVisible()

  // Its files came to this browser, and come to no other.
  const own = watched.requests.find((url) => url.includes(`/releases/files/${PART}/${NEXT}/`)) as string
  expect((await page.request.get(own)).headers()['cache-control']).toBe('private, no-store')
  expect((await documentOf(site, new URL(own).pathname)).status).toBe(404)

  // Everybody else has what they had.
  const now = await documentOf(site, '/sports')
  expect(now.html).toContain(OLD)
  expect(now.html).not.toContain('marram-preview')
  expect(now.composition).toBe(live.composition)
  expect(shownVersion(now.html, PART)).toBe(before[PART])

  await banner.getByRole('link', { name: 'Leave the preview' }).click()
  await page.goto(`${site.url}/sports`)
  await expect(page.getByRole('heading', { name: OLD })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(watched.complaints).toEqual([])
  expect(await watched.violations()).toEqual([])
  await context.close()

  const forged = await documentOf(site, `${path}x`)
  expect([forged.status, forged.headers.get('set-cookie')]).toEqual([404, null])
  const away = await documentOf(site, `${path}?to=//elsewhere.example/`)
  expect(away.headers.get('location')).toBe('/')
  const ended = await documentOf(site, '/sports', { cookie: 'marram_preview=long.gone' })
  expect(ended.html).toContain(OLD)
  expect(ended.headers.get('set-cookie')).toContain('marram_preview=; ')
})
