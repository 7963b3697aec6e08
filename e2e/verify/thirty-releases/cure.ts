import { type Browser, expect, type Page } from '@playwright/test'
import { shownVersion } from '../../fixtures/releases/composition'
import { edition } from '../../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { documentOf, liveVersions } from '../../fixtures/releases/variant'
import type { Site } from '../../fixtures/site/site'
import { addressOf, TEAMS } from './candidates'
import { patiently } from './rollouts'
import { anyVisitor } from './visitors'

/** Milliseconds from the rollback until each had a good page. */
export type Cure = { document: number; newTab: number; openTab: number }

const BAD = { version: '8.9.0', breaks: 'in browsers' } as const

/** One that is bad for everybody, since a manager overrode the gate, and is rolled back. */
export async function cure(site: Site, browser: Browser): Promise<Cure> {
  const part = TEAMS[0] as string
  const address = addressOf(part)
  const good = (await liveVersions(site))[part]
  await publish(site, edition({ part, ...BAD }))
  await patiently(() => promote(site, part, BAD.version, { override: true }))
  const shown = async () => shownVersion((await documentOf(site, address, anyVisitor())).html, part)
  await expect.poll(shown, { timeout: 20_000 }).toBe(BAD.version)
  // Each in a window of its own: a browser draws no tab that another one covers, and nobody can press a button there.
  const [open, fresh] = await Promise.all([browser.newPage(), browser.newPage()])
  await open.goto(site.url + address)
  await expect(open.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })

  const from = performance.now()
  await registryOf(site).rollback({ ...inProduction(part), reason: 'thirty releases' })
  const since = () => Math.round(performance.now() - from)
  const until = (work: () => Promise<unknown>) => work().then(since)
  const [document, newTab, openTab] = await Promise.all([
    until(() => expect.poll(shown, { intervals: [50] }).toBe(good)),
    until(() => expect(() => loaded(fresh, site.url + address)).toPass({ intervals: [50], timeout: 20_000 })),
    until(() => expect(() => again(open)).toPass({ intervals: [50], timeout: 20_000 })),
  ])
  await Promise.all([open.close(), fresh.close()])
  return { document, newTab, openTab }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Fixture' })

async function loaded(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(heading(page)).toBeVisible({ timeout: 1000 })
}

/** What was pressed before may have helped a moment too late: then there is no button any more. */
async function again(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Try again' })
  if (await button.isVisible()) await button.click({ timeout: 1000 })
  await expect(heading(page)).toBeVisible({ timeout: 1000 })
}
