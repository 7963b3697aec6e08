import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Line, linesOf, lineWith } from '../fixtures/site/edge-log'

/** What a visitor sees. */
export type Verdict = 'the page' | 'the last good version' | 'a failure panel' | 'the page with a failed block'

/** Says in the report what came of one cell of the table, which is named as its test. */
export function tell(verdict: string): void {
  test.info().annotations.push({ type: 'cell', description: verdict })
}

/** What is only on the page, only in its last good version, and where a block of it failed. */
export type Words = { next: string; before?: string; block?: string }

/** Waits until a visitor sees what is expected, and nothing of the other kinds; the header leads on. */
export async function see(page: Page, expected: Verdict, { next, before, block }: Words): Promise<void> {
  const ofNext = page.getByText(next, { exact: true }).first()
  const ofBefore = before === undefined ? undefined : page.getByText(before, { exact: true }).first()
  const ofBlock = block === undefined ? undefined : page.getByText(block, { exact: true }).first()
  const again = page.getByRole('button', { name: 'Try again' }).first()
  const shown: Record<Verdict, (Locator | undefined)[]> = {
    'the page': [ofNext],
    'the last good version': [ofBefore],
    'a failure panel': [again],
    'the page with a failed block': [ofNext, ofBlock, again],
  }
  for (const each of shown[expected]) {
    if (!each) throw new Error(`nothing tells ${expected}`)
    await expect(each).toBeVisible({ timeout: 60_000 })
  }
  for (const each of [ofNext, ofBefore, ofBlock, again])
    if (each && !shown[expected].includes(each)) await expect(each).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  tell(expected)
}

/** The header still leads to other pages. */
export async function leadsOn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page).toHaveURL(/\/publications$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible({ timeout: 30_000 })
}

/** The same, and whether the page's scripts did that. */
export async function leadsOnWithin(page: Page, expected: 'one document' | 'documents'): Promise<void> {
  await page.evaluate(() => Object.assign(window, { __first: true }))
  await leadsOn(page)
  const isFirst = await page.evaluate(() => '__first' in window)
  expect(isFirst ? 'one document' : 'documents').toBe(expected)
}

/** Waits until a document has told how it fares; where its shell does not start, that can be nothing else. */
export async function counted({ asked }: { asked: string[] }): Promise<void> {
  await expect.poll(() => asked).toContain('/releases/evidence')
  tell('counted')
}

/** Waits for a line of a log that has all of this; operators must be able to read what went wrong. */
export async function recorded(log: () => string, wanted: Line): Promise<void> {
  await expect
    .poll(() => lineWith(log(), wanted) !== undefined, {
      message: `a log line with ${JSON.stringify(wanted)}`,
      timeout: 20_000,
    })
    .toBe(true)
  tell('recorded')
}

/** More than any cell makes are left then of those that an edge writes down of one client in a minute. */
const MOST_REPORTS = 40
const minuteOf = (time: unknown) => String(time).slice(0, 16)

/** Waits for another minute where this one's reports are nearly used up: to the site's edge all cells are one client. */
export async function roomForReports(log: () => string): Promise<void> {
  const taken = (minute: string) =>
    linesOf(log()).filter(({ kind, time }) => kind !== undefined && minuteOf(time) === minute).length
  await expect
    .poll(() => taken(minuteOf(new Date().toISOString())), { message: 'reports in this minute', timeout: 70_000 })
    .toBeLessThan(MOST_REPORTS)
}
