import { paths } from '@marram/api-contract/paths'
import type { Browser, Page } from '@playwright/test'
import { firstOf } from '../fixtures/api/first-of'
import { OLYMPIAD, questionsOf, takesPart } from '../fixtures/api/quiz'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

async function withoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  return context.newPage()
}

test('without JavaScript, pages that only a browser renders say so instead of loading for ever', async ({
  site,
  browser,
}) => {
  const page = await withoutScripts(browser)
  for (const address of [
    paths.quizResult(),
    paths.quizResponse('Ada', '02079460112'),
    paths.submissionRegistration(),
    paths.password(),
    paths.newsletter(),
  ]) {
    await page.goto(site.url + address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText('This page needs JavaScript')
    await expect(page.getByText('Loading the page', { exact: true }), address).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'the home page' })).toBeVisible()
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const scrolled = await page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth)
      expect(scrolled, `${address} at ${width}`).toBe(false)
    }
  }
  await page.context().close()
})

test('a print leaves out content for search engines', VERIFY, async ({ site, page }) => {
  await page.emulateMedia({ media: 'print' })
  const articles = [
    paths.newsItem(await firstOf(`${site.url}/api/main-news/featured`)),
    paths.history(await firstOf(`${site.url}/api/news/`)),
    paths.publication(await firstOf(`${site.url}/api/publications/`)),
    paths.sport('fixture-run'),
  ]
  for (const address of articles) {
    await page.goto(site.url + address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const scripts = await page.locator('main script[type="application/ld+json"]').all()
    expect(scripts.length, address).toBeGreaterThan(0)
    for (const script of scripts) await expect(script, address).toBeHidden()
  }
})

test('an event on paper starts with its title, on a sheet that is not empty', VERIFY, async ({ site, page }) => {
  await page.goto(site.url + paths.sport('fixture-run'))
  await ready(page)
  await page.emulateMedia({ media: 'print' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  const { pictures, boxes } = await title.evaluate((heading) => {
    const before = (image: Element) => image.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING
    const images = [...document.querySelectorAll('main img')].filter(before)
    const around: string[] = []
    for (let box = heading.parentElement; box && box.tagName !== 'BODY'; box = box.parentElement)
      around.push(getComputedStyle(box).display)
    return { pictures: images.map((image) => image.getClientRects().length), boxes: around }
  })
  // The element exists, and is not printed.
  expect(pictures).toEqual([0])
  // A grid would move to the next sheet as a whole.
  expect([...new Set(boxes)]).toEqual(['block'])
})

test('a form and its receipt name their event, or none when there is none', BOTH, async ({ site, page }) => {
  await page.goto(site.url + paths.ticket('fixture-concert'))
  await ready(page)
  await page.getByRole('link', { name: 'REGISTER NOW' }).click()
  const box = page.getByRole('complementary', { name: 'Event details' })
  await expect(box).toContainText('12 December 2999')
  await expect(box).toContainText('Fixture depot, bay 3')
  await expect(box).not.toContainText(/Registration fee|Fixture hall|24 March/)
  // A reload keeps the event in the form: the breadcrumb, the choice, and the way back.
  const way = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
  const evening = page.locator('form').getByText('Fixture concert, 12 December 2999', { exact: true }).first()
  for (const again of [false, true]) {
    if (again) await page.reload()
    await ready(page)
    await expect(way).toHaveText(['Home', 'Tickets', 'Fixture concert'])
    await expect(way.last()).toHaveAttribute('href', paths.ticket('fixture-concert'))
    await expect(evening).toBeVisible()
  }
  await expectForEverybody(page, 'a form with its event')
  await page.goto(site.url + paths.registration('fixture-entry'))
  await expect(box).toContainText('$35')
  await page.goto(site.url + paths.registration('fixture-seats'))
  await expect(page.getByRole('heading', { level: 2, name: 'Good to know' })).toBeVisible()
  await expect(box).toHaveCount(0)

  await page.goto(site.url + paths.registration('fixture-hands', { event: 'fixture-trees' }))
  await ready(page)
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'REGISTER NOW!' }).click()
  await expect(page.getByRole('heading', { name: 'Your registration is in' })).toBeVisible()
  await expect(way.last()).toHaveText('Bring your fixture tree')
  await expect(page.getByRole('link', { name: 'Back to Bring your fixture tree' })).toHaveAttribute(
    'href',
    paths.campaignEvent('fixture-trees'),
  )
  await page.emulateMedia({ media: 'print' })
  await expect(box).toContainText('Bring your fixture tree')
  await expect(box).toContainText('9 January 2999')
})

test(
  'a quiz finished under a name of dots and slashes is found again, by any spelling of the phone number',
  VERIFY,
  async ({ site, page }) => {
    const name = 'A/../Me...'
    await page.goto(site.url + paths.quiz(OLYMPIAD))
    await ready(page)
    await page.getByRole('button', { name: 'Show all at once' }).click()
    for (const [place, question] of (await questionsOf(site)).entries())
      await page
        .locator('main fieldset')
        .nth(place)
        .getByLabel(question[question.answer] as string)
        .check()
    await page.getByLabel('Name', { exact: true }).fill('...')
    await page.getByLabel('Phone', { exact: true }).fill('+44 20 7946')
    await page.getByRole('button', { name: 'Submit answers' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' }).getByRole('link')).toHaveText([
      /dots alone cannot be found again/,
      'Phone no must be 10 or 11 digits',
    ])
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Phone', { exact: true }).fill('+44 (0)20 7946 0112')
    const summary = page.waitForResponse((response) => response.url().endsWith('/api/quiz/score'))
    await page.getByRole('button', { name: 'Submit answers' }).click()
    const score = page.getByRole('heading', { level: 1, name: 'Quiz response 10 of 10' })
    await expect(score).toBeVisible()
    expect((await summary).status()).toBe(200)
    await page.reload()
    await expect(score).toBeVisible()
    await page.goto(site.url + paths.quizResponse(name, '020 7946 0112'))
    await expect(score).toBeVisible()
  },
)

test('a quiz before its first and after its last day says so, and accepts nothing', VERIFY, async ({ site, page }) => {
  for (const [slug, words] of [
    ['fixture-later-olympiad', 'This quiz has not begun: it begins on 1 February 2998.'],
    ['fixture-past-olympiad', 'This quiz is over: it ended on 31 October 2020'],
  ] as const) {
    await page.goto(site.url + paths.quiz(slug))
    await expect(page.getByRole('main')).toContainText(words)
    await expect(page.locator('main form')).toHaveCount(0)
    await expectForEverybody(page, words)
    await page.goto(site.url + paths.olympiad(slug))
    await expect(page.getByRole('link', { name: 'START QUIZ' })).toHaveCount(0)
  }
  // Sorted by name, so it is on the first page however many have taken part.
  await takesPart(site, 'Aaa results', '02079460113', 3)
  await page.goto(site.url + paths.quizResult({ sort: 'name', size: 25 }))
  await expect(page.getByRole('rowheader', { name: 'Aaa R.' })).toContainText('Fixture olympiad')
})

test('pages do not ask for an account where none is needed', async ({ site, page }) => {
  await page.goto(site.url + paths.register())
  await expect(page.getByRole('main')).toContainText('without an account')
  await expect(page.getByRole('main')).not.toContainText('You need one')
})
