import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Fault, FaultProxy } from './support/fault-proxy'
import { lookOf } from './support/look-of'
import { promote, publish } from './support/releases'
import { expect, test } from './support/test'
import { buildVariant, liveVersions } from './support/variant'
import { ready } from './support/watch'

const NEXT = '9.2.0'
const nextEntry = new RegExp(`/mfe-events/${NEXT}/browser/remoteEntry`)
const anyEntry = /\/mfe-events\/[^/]+\/browser\/remoteEntry/
/** A slice, in which each fault comes once; `npm run verify` tries all of them on everything that is loaded. */
const ofNext: Fault['do'][] = ['404', 'garbage', 'hang']
const ofEvery: Fault['do'][] = ['500', 'html']

async function frameWorks(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Publications' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
}

const open = async (page: Page, faults: FaultProxy, address = '/sports') => {
  // What hangs never lets a page finish loading; that it responds is what counts.
  await page.goto(faults.url + address, { waitUntil: 'commit' })
  return ready(page)
}

test.describe('a section is down in the browser', () => {
  let before: string

  test.beforeAll(async ({ site }) => {
    before = (await liveVersions(site))['mfe-events'] as string
    const folder = await buildVariant({
      part: 'mfe-events',
      version: NEXT,
      edits: { 'src/sports/sports.tsx': [['title="Run, ride or swim with us"', 'title="Come and run"']] },
    })
    const published = await publish(site, folder)
    await promote(site, published.part, published.version)
    await expect.poll(async () => (await fetch(`${site.url}/sports`)).text()).toContain('Come and run')
  })

  test.afterAll(async ({ site }) => {
    await promote(site, 'mfe-events', before)
  })

  for (const kind of ofNext)
    test(`the new version answers with ${kind}: the last good one is shown`, async ({ faults, page }) => {
      faults.faults = [{ match: nextEntry, do: kind }]
      expect(await open(page, faults)).toBe('fresh')
      await expect(page.getByRole('heading', { name: 'Run, ride or swim with us' })).toBeVisible()
      await frameWorks(page)
    })

  for (const kind of ofEvery)
    test(`every version answers with ${kind}: a notice in the page, and Try again once it is healed`, async ({
      faults,
      page,
    }) => {
      faults.faults = [{ match: anyEntry, do: kind }]
      expect(await open(page, faults)).toBe('fresh')
      const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
      await expect(notice).toBeVisible()
      faults.faults = []
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sports' })).toBeVisible({ timeout: 20_000 })
      await frameWorks(page)
    })

  test('an entry that fails once is asked for again and the page hydrates', async ({ faults, page }) => {
    faults.faults = [{ match: nextEntry, do: '500', times: 1 }]
    expect(await open(page, faults)).toBe('hydrated')
    await expect(page.getByRole('heading', { name: 'Come and run' })).toBeVisible()
  })

  test("a page's own chunk is missing: the last good version is shown", async ({ faults, page }) => {
    await page.goto(`${faults.url}/`)
    await ready(page)
    faults.faults = [{ match: new RegExp(`/mfe-events/${NEXT}/browser/static/js/async/`), do: '404' }]
    expect(await open(page, faults)).toBe('fresh')
    await expect(page.getByRole('heading', { name: 'Run, ride or swim with us' })).toBeVisible()
    await frameWorks(page)
  })

  test("a page's own chunk is slow: the page waits for it", async ({ faults, page }) => {
    faults.faults = [{ match: new RegExp(`/mfe-events/${NEXT}/browser/static/js/async/`), do: 'slow' }]
    expect(await open(page, faults)).toBe('hydrated')
    await expect(page.getByRole('heading', { name: 'Come and run' })).toBeVisible()
  })

  test('the style of the next page is missing: its last good version is shown, with its own style', async ({
    faults,
    page,
  }) => {
    // Styles of the first page are in its document; those of the next one are files.
    faults.faults = [{ match: new RegExp(`/mfe-events/${NEXT}/browser/static/css/`), do: '404' }]
    await open(page, faults, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sports' }).first().click()
    await expect(page.getByRole('heading', { name: 'Run, ride or swim with us' })).toBeVisible({ timeout: 20_000 })
    const { styled, bare } = await lookOf(page)
    expect(styled).not.toBe(bare)
    await frameWorks(page)
  })

  test('a chunk that the shell shares fails for ever: a notice, and Try again once it is healed', async ({
    faults,
    page,
  }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/async\//, do: '404' }]
    expect(await open(page, faults, '/event/registration/sports-entry')).toBe('fresh')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    faults.faults = []
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'REGISTER NOW!' })).toBeVisible({ timeout: 20_000 })
  })

  test('a chunk that the shell shares fails once: nobody notices', async ({ faults, page }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/async\/antd/, do: '500', times: 1 }]
    expect(await open(page, faults, '/event/registration/sports-entry')).toBe('hydrated')
    await expect(page.getByRole('button', { name: 'REGISTER NOW!' })).toBeVisible()
  })

  test('another section goes on while this one is down', async ({ faults, page }) => {
    faults.faults = [{ match: anyEntry, do: '404' }]
    expect(await open(page, faults, '/')).toBe('hydrated')
    await page.getByRole('navigation', { name: 'Main' }).getByText('More').click()
    await page.getByRole('link', { name: 'Sports', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
    await frameWorks(page)
  })

  test('a section that needs another host is not loaded, and that is reported', async ({ faults, page, site }) => {
    faults.edit = (html) =>
      html.replaceAll(/"host":"\^1\.0\.0","container":"mfe_events/g, '"host":"^2.0.0","container":"mfe_events')
    expect(await open(page, faults)).toBe('fresh')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect
      .poll(() => fs.readFileSync(path.join(site.data, 'logs/edge.log'), 'utf8'))
      .toMatch(/"kind":"section-refused","message":"needs host \^2\.0\.0, this shell provides 1\.\d+\.\d+"/)
    await frameWorks(page)
  })

  test("the shell's own script is missing: the page that the server made can be read and its links work", async ({
    faults,
    page,
  }) => {
    faults.faults = [{ match: /\/shell\/[^/]+\/browser\/static\/js\/(?!async)/, do: '404' }]
    await page.goto(`${faults.url}/sports`)
    await expect(page.getByRole('heading', { name: 'Come and run' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  })
})
