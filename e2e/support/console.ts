import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations, inTheDark } from './axe'
import type { Site } from './site'

export const administrator = (site: Site) => fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()

/** Opens an address of the console with a token. */
export async function logIn(page: Page, site: Site, token: string, at = ''): Promise<void> {
  await page.goto(`${site.console}/console${at}`)
  await page.getByLabel('Token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

/** As everybody can use it, in light and dark. */
export async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, `${page.url()}, ${colorScheme}`, colorScheme === 'light' ? 'all' : inTheDark)
  }
}

/** The same on a phone, where nothing scrolls sideways but what says so; and back to the width before. */
export async function expectUsableOnPhones(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectUsable(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(390)
  if (before) await page.setViewportSize(before)
}

/** What the dialog says, before it is done. */
export async function confirm(page: Page, button: string, ...effects: (string | RegExp)[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const effect of effects) await expect(dialog.getByRole('listitem').filter({ hasText: effect })).toBeVisible()
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}
