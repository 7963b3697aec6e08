import { asSomebody, kept, logOut } from '../fixtures/api/accounts'
import { ready, watch } from '../fixtures/browser/watch'
import { shownVersion, versionsIn } from '../fixtures/releases/composition'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { inProduction, publish, registryOf } from '../fixtures/releases/releases'
import { documentOf, liveVersions } from '../fixtures/releases/variant'
import { expect, test } from '../fixtures/test'

const NEXT = '9.7.0'

test('a preview link shows a version, whole and rendered by the server, only to visitors with the link', async ({
  site,
  browser,
}) => {
  const before = await liveVersions(site)
  // The edge may not have the rollback of another test yet.
  await expect.poll(async () => versionsIn((await documentOf(site, '/fixture')).html)).toEqual(before)
  const live = await documentOf(site, '/fixture')
  await publish(site, edition({ version: NEXT }))
  const { path, url = '' } = await registryOf(site).createPreview({
    ...inProduction(SECTION),
    version: NEXT,
    seconds: 600,
  })
  expect(await liveVersions(site)).toEqual(before)

  const context = await browser.newContext()
  await asSomebody(context, site)
  const page = await context.newPage()
  const watched = await watch(page)
  const entrance = new URL(url).origin
  // From the address of the site the link redirects to the entrance of previews, and on to its own host.
  const answer = await page.goto(`${site.url}${path}`)
  await expect(page).toHaveURL(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/fixture$/)
  const previews = new URL(page.url()).origin
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-marram-preview': `${SECTION} ${NEXT}`,
    'x-marram-render': 'server',
  })
  expect(await ready(page)).toBe('hydrated')
  await expect(page.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Preview' })
  await expect(banner).toContainText(`Preview of ${SECTION} ${NEXT}, not the live site.`)
  // A login at the site does not apply to a preview.
  expect(Object.keys(await kept(page)).filter((key) => /token|loggedIn/.test(key))).toEqual([])
  await expect(logOut(page)).toHaveCount(0)
  // On to another section, without leaving the preview.
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  await expect(banner).toBeVisible()

  // This browser got its files, and no other does.
  const own = watched.requests.find((url) => url.includes(`/releases/files/${SECTION}/${NEXT}/`)) as string
  const cacheOf = (url: string) => fetch(url).then(({ headers }) => headers.get('cache-control'))
  expect(await page.evaluate(cacheOf, own)).toBe('private, no-store')
  expect((await documentOf(site, new URL(own).pathname)).status).toBe(404)

  // Everybody else sees the live site, and so does this browser at the address of the site.
  const [cookie] = await context.cookies(previews)
  const same = await documentOf(site, '/fixture', { cookie: `${cookie?.name}=${cookie?.value}` })
  expect([same.html.includes(FIRST.heading), same.headers.get('x-marram-preview')]).toEqual([true, null])
  const now = await documentOf(site, '/fixture')
  expect(now.html).toContain(FIRST.heading)
  expect(now.html).not.toContain('marram-preview')
  expect(now.composition).toBe(live.composition)
  expect(shownVersion(now.html, SECTION)).toBe(before[SECTION])

  // Another preview in this browser can read nothing that this one stored, nor its files.
  await page.evaluate(() => localStorage.setItem('marram:note', 'of a reviewer'))
  const noted = () => localStorage.getItem('marram:note')
  const ofLive = { ...inProduction(SECTION), version: before[SECTION] as string, seconds: 600 }
  const other = await context.newPage()
  await other.goto((await registryOf(site).createPreview(ofLive)).url ?? '')
  await expect(other.getByRole('heading', { name: FIRST.heading })).toBeVisible()
  expect(await other.evaluate(noted)).toBeNull()
  expect(await other.evaluate((path) => fetch(path).then(({ status }) => status), new URL(own).pathname)).toBe(404)
  await other.close()
  // This one stays open beside it.
  expect(await page.evaluate(cacheOf, own)).toBe('private, no-store')

  await banner.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(page).toHaveURL(`${site.url}/fixture`)
  await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(logOut(page)).toBeVisible()
  expect(watched.complaints).toEqual([])
  expect(await watched.violations()).toEqual([])
  // Its stored data was removed too.
  await page.goto(url)
  expect(await page.evaluate(noted)).toBeNull()
  await context.close()

  const there = { url: entrance }
  const forged = await documentOf(there, path.replace('?', 'x?'))
  expect([forged.status, forged.headers.get('set-cookie')]).toEqual([404, null])
  const away = await documentOf(there, path.replace(/\?.*/, '?to=//elsewhere.example/'))
  expect(new URL(away.headers.get('location') ?? '').search).toBe('?to=%2F')
  const unknown = await documentOf(there, '/fixture', { cookie: `${cookie?.name}=${cookie?.value}` })
  expect(unknown.html).toContain('This address shows previews')
})
