import type { Page } from '@playwright/test'
import type { Fault, FaultProxy } from '../fixtures/browser/fault-proxy'
import { goTo } from '../fixtures/browser/go-to'
import { lookOf } from '../fixtures/browser/look-of'
import { ready } from '../fixtures/browser/watch'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { promote, publish } from '../fixtures/releases/releases'
import { faultsCounted } from '../fixtures/site/edge-log'
import { expect, test, VERIFY } from '../fixtures/test'

const NEXT = '9.2.0'
const nextEntry = new RegExp(`/mfe-fixture/${NEXT}/browser/remoteEntry`)
const anyEntry = /\/mfe-fixture\/[^/]+\/browser\/remoteEntry/
/** A sample with each fault once; `npm run verify` tries all of them on everything that is loaded. */
const ofNext: Fault['do'][] = ['404', 'garbage', 'hang']
const ofEvery: Fault['do'][] = ['500', 'html']

async function frameWorks(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Publications' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
}

const open = async (page: Page, faults: FaultProxy, address = '/fixture') => {
  // A hanging file keeps the page from finishing to load, so only hydration is checked.
  await page.goto(faults.url + address, { waitUntil: 'commit' })
  return ready(page)
}

test.describe('a section is down in the browser', () => {
  test.beforeAll(async ({ site }) => {
    await publish(site, edition({ version: NEXT }))
    await promote(site, SECTION, NEXT)
    await expect.poll(async () => (await fetch(`${site.url}/fixture`)).text()).toContain(NEXT_HEADING)
  })

  test.afterAll(async ({ site }) => {
    await promote(site, SECTION, FIRST.version)
  })

  for (const kind of ofNext)
    test(`the new version fails with ${kind}: the last good one is shown`, VERIFY, async ({ faults, page }) => {
      faults.faults = [{ match: nextEntry, do: kind }]
      expect(await open(page, faults)).toBe('fresh')
      await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()
      await frameWorks(page)
    })

  for (const kind of ofEvery)
    test(`every version fails with ${kind}: the page shows a notice, and Try again works after the repair`, async ({
      faults,
      page,
    }) => {
      faults.faults = [{ match: anyEntry, do: kind }]
      expect(await open(page, faults)).toBe('fresh')
      const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
      await expect(notice).toBeVisible()
      faults.faults = []
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Fixture' })).toBeVisible({ timeout: 20_000 })
      await frameWorks(page)
    })

  test('an entry that fails once is requested again and the page hydrates', VERIFY, async ({ faults, page }) => {
    faults.faults = [{ match: nextEntry, do: '500', times: 1 }]
    expect(await open(page, faults)).toBe('hydrated')
    await expect(page.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()
  })

  test("a page's own chunk is missing: the last good version is shown", VERIFY, async ({ faults, page }) => {
    await page.goto(`${faults.url}/`)
    await ready(page)
    faults.faults = [{ match: new RegExp(`/mfe-fixture/${NEXT}/browser/static/js/async/`), do: '404' }]
    expect(await open(page, faults)).toBe('fresh')
    await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()
    await frameWorks(page)
  })

  test("a page's own chunk is slow: the page waits for it", VERIFY, async ({ faults, page }) => {
    faults.faults = [{ match: new RegExp(`/mfe-fixture/${NEXT}/browser/static/js/async/`), do: 'slow' }]
    expect(await open(page, faults)).toBe('hydrated')
    await expect(page.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()
  })

  test(
    'the style of the next page is missing: its last good version is shown, with its own style',
    VERIFY,
    async ({ faults, page }) => {
      // Styles of the first page are in its document; those of the next one are files.
      faults.faults = [{ match: new RegExp(`/mfe-fixture/${NEXT}/browser/static/css/`), do: '404' }]
      await open(page, faults, '/')
      await goTo(page, '/fixture')
      await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible({ timeout: 20_000 })
      const { styled, bare } = await lookOf(page)
      expect(styled).not.toBe(bare)
      await frameWorks(page)
    },
  )

  test(
    'a shared chunk of the shell fails for ever: the page shows a notice, and Try again works after the repair',
    VERIFY,
    async ({ faults, page }) => {
      faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/async\//, do: '404' }]
      expect(await open(page, faults, '/event/registration/fixture-entry')).toBe('fresh')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      faults.faults = []
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('button', { name: 'REGISTER NOW!' })).toBeVisible({ timeout: 20_000 })
    },
  )

  test('a shared chunk of the shell fails once: the page works as usual', VERIFY, async ({ faults, page }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/async\/antd/, do: '500', times: 1 }]
    expect(await open(page, faults, '/event/registration/fixture-entry')).toBe('hydrated')
    await expect(page.getByRole('button', { name: 'REGISTER NOW!' })).toBeVisible()
  })

  test('another section goes on while this one is down', async ({ faults, page }) => {
    faults.faults = [{ match: anyEntry, do: '404' }]
    expect(await open(page, faults, '/')).toBe('hydrated')
    await goTo(page, '/fixture')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
    await frameWorks(page)
  })

  test(
    'a section that needs another host is not loaded, and that is reported',
    VERIFY,
    async ({ faults, page, site }) => {
      faults.edit = (html) =>
        html.replaceAll(/"host":"\^1\.0\.0","container":"mfe_fixture/g, '"host":"^2.0.0","container":"mfe_fixture')
      expect(await open(page, faults)).toBe('fresh')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect.poll(() => faultsCounted(site, { kind: 'section-refused', part: SECTION })).toBeGreaterThan(0)
      await frameWorks(page)
    },
  )

  test("the shell's own script is missing: the rendered page can be read and its links work", async ({
    faults,
    page,
  }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/(?!async)/, do: '404' }]
    await page.goto(`${faults.url}/fixture`)
    await expect(page.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  })
})
