import { paths } from '@marram/api-contract/paths'
import { asSomebody } from '../fixtures/api/accounts'
import { OLYMPIAD } from '../fixtures/api/quiz'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { addressOf, everything, needsLogin, tried } from '../fixtures/browser/every-page'
import { withoutPopup } from '../fixtures/browser/popup'
import { tabStops, tabTo } from '../fixtures/browser/tab-stops'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** The order is the same on a phone; only what may cover a control differs. */
const onPhones = ['/', '/news', '/sports', '/sports-details/:slug', '/event/registration/:id', '/quiz-result', '/login']

// Visible: on the screen, not covered, and with a focus ring.
for (const [size, viewport, pages] of [
  ['desk', DESK, everything ? tried : ['/', '/event/registration/:id', '/quiz-result']],
  ['phone', PHONE, everything ? onPhones : ['/sports']],
] as const)
  test(`Tab visits every control of a page from first to last, visibly (${size})`, BOTH, async ({ site, browser }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    const somebodys = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    for (const each of [context, somebodys]) await withoutPopup(each)
    await asSomebody(somebodys, site)
    await aFewAtATime(pages, async (pattern) => {
      const of = needsLogin(pattern) ? somebodys : context
      const page = await of.newPage()
      const url = site.url + (await addressOf(site, pattern))
      await page.goto(url)
      await ready(page)
      expect.soft(page.url()).toBe(url)
      const stops = await tabStops(page)
      expect.soft(stops[0]?.what, pattern).toContain('Skip to main content')
      // The last control is in the footer, so the focus was never trapped.
      expect.soft(stops.at(-1)?.what, pattern).toContain('Back to top')
      expect.soft(stops.length, pattern).toBeGreaterThan(15)
      expect
        .soft(
          stops.filter(({ problems }) => problems.length > 0),
          pattern,
        )
        .toEqual([])
      await page.close()
    })
    await context.close()
    await somebodys.close()
  })

test(
  'one visit by keyboard alone: a search, an article, a comment, the menu, an event, its form',
  VERIFY,
  async ({ site, page }) => {
    const main = page.getByRole('main')
    await page.goto(site.url)
    await ready(page)
    await tabTo(page, main.locator('input[type=search]'))
    await page.keyboard.type('saltmarsh')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=saltmarsh/)
    await tabTo(page, main.getByRole('link', { name: /saltmarsh without/i }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: /saltmarsh/i })).toBeFocused()

    await tabTo(page, page.getByText('Write a comment'))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('radio', { name: /1 star/i }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /3 stars/i })).toBeChecked()
    await tabTo(page, main.getByLabel('Comments'))
    await page.keyboard.type('Which tide was that?')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Iris')

    // The link back to the top can be reached with one key, as the skip link can.
    await tabTo(page, page.getByRole('link', { name: 'Back to top' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'More' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.locator('#more').getByRole('link', { name: 'Sports' }))
    await page.keyboard.press('Enter')
    // The comment was not sent.
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: 'Sports' })).toBeFocused()
    await tabTo(page, main.getByRole('link', { name: 'Fixture run' }).first())
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: 'Fixture run' })).toBeFocused()
    await tabTo(page, page.getByRole('link', { name: 'REGISTER NOW' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/event\/registration\//)
    await tabTo(page, page.getByLabel('Full name'))
    await page.keyboard.type('Iris Marsh')
    await expect(page.getByLabel('Full name')).toHaveValue('Iris Marsh')
  },
)

test(
  'one quiz by keyboard alone: an account, name and phone, answers, the open questions, the response, the results',
  VERIFY,
  async ({ site, page }) => {
    const main = page.getByRole('main')
    await page.goto(site.url + paths.login())
    await ready(page)
    await tabTo(page, main.getByLabel('Phone'))
    await page.keyboard.type('0123456789')
    await page.keyboard.press('Tab')
    await page.keyboard.type('short')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(main.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // From the summary to the field of the error.
    await tabTo(page, main.getByRole('link', { name: /at least 6 characters/ }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('textbox', { name: 'Password' })).toBeFocused()

    await page.goto(site.url + paths.quiz(OLYMPIAD))
    await ready(page)
    await tabTo(page, main.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0155 700 7000')
    await tabTo(page, main.getByRole('radio').first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(main.getByRole('radio').nth(1)).toBeChecked()
    await tabTo(page, main.getByRole('button', { name: 'Next question' }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('group', { name: /^2 / })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(main.getByRole('radio').first()).toBeChecked()
    await tabTo(page, main.getByRole('button', { name: 'Submit answers' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '8 questions are not answered' })
    await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: /of 10$/ })).toBeFocused()
    await tabTo(page, main.getByRole('link', { name: 'All results' }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: 'Quiz results' })).toBeFocused()
    await tabTo(page, main.getByRole('button', { name: 'Name' }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  },
)
