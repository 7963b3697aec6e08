import { paths } from '@marram/api-contract/paths'
import { keptOnServers } from '@marram/api-contract/personal-data'
import type { Page } from '@playwright/test'
import { firstOf } from '../fixtures/api/first-of'
import { ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

const opinions = (page: Page) => page.getByRole('group', { name: 'Experts’ opinion' })
/** The slides that can be operated. */
const seen = (page: Page) => opinions(page).locator('li:not([inert])')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('about us: who we are, what a gift pays for, the figures, the photos and the people', async ({ site, page }) => {
  const { complaints } = await watch(page)
  await page.goto(site.url + paths.about())
  await ready(page)
  await expect(heading(page)).toHaveText('About Us')
  await expect(page.getByRole('region', { name: 'We count things' })).toBeVisible()
  await expect(page.getByText('4,180 volunteers in 2026')).toBeVisible()
  const { data: photos } = await (await fetch(`${site.url}/api/gallery/by-category/about-us`)).json()
  await expect(page.getByRole('region', { name: 'Out in the field' }).getByRole('button')).toHaveCount(photos.length)
  await expect(page.getByRole('region', { name: 'Support team' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByRole('link', { name: 'Volunteer', exact: true })).toHaveAttribute(
    'href',
    paths.contact({ subject: 'volunteer' }),
  )
  await page.getByRole('link', { name: 'How to give' }).click()
  await expect(page).toHaveURL(site.url + paths.contact({ subject: 'donate' }))
  await expect(heading(page)).toHaveText('Give to Marram')
  expect(complaints).toEqual([])
})

test(
  'opinions: moved by keyboard, announced politely, two side by side and one on a phone',
  VERIFY,
  async ({ site, page }) => {
    await page.goto(site.url + paths.about())
    await ready(page)
    const all = await opinions(page).getByRole('listitem', { includeHidden: true }).count()
    expect(all).toBeGreaterThan(2)
    await expect(seen(page)).toHaveCount(2)
    const next = opinions(page).getByRole('button', { name: 'Next opinions' })
    await next.focus()
    await next.press('Enter')
    await expect(opinions(page).getByText(`opinions: 2 to 3 of ${all}`)).toBeAttached()
    await expect(opinions(page).locator('li').first()).toHaveAttribute('inert')
    await expect(next).toBeFocused()
    const row = opinions(page).getByRole('list')
    await row.focus()
    await row.press('ArrowLeft')
    await expect(opinions(page).locator('li').first()).not.toHaveAttribute('inert')
    await opinions(page).getByRole('button', { name: 'Previous opinions' }).click()
    await expect(opinions(page).getByText(`opinions: ${all - 1} to ${all} of ${all}`)).toBeAttached()

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(seen(page)).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
)

test('tech initiatives: shortened in the list, and each with a page, title and picture of its own', async ({
  site,
  page,
}) => {
  const slug = await firstOf(`${site.url}/api/tech-initiatives/`)
  await page.goto(site.url + paths.techInitiatives())
  await ready(page)
  const first = page.locator('main article').first()
  const shortened = (await first.locator('p').textContent()) ?? ''
  expect(shortened).toMatch(/^.{75,150}[.…]$/)
  const title = (await first.getByRole('heading').textContent()) ?? ''
  await first.getByRole('link').click()
  await expect(page).toHaveURL(site.url + paths.techInitiative(slug))
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText(shortened.slice(0, -1))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A person with a notebook checks it' })).toBeVisible()
  const others = page.getByRole('navigation', { name: 'More initiatives' })
  await expect(others.getByRole('link', { name: title })).toHaveCount(0)
  await others.getByRole('link').first().click()
  await expect(heading(page)).not.toHaveText(title)
  expect((await documentOf(site, paths.techInitiative('no-such-thing'))).status).toBe(404)
})

test('the short pages have the right content, without scripts too', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [subject, title] of [
    ['volunteer', 'Volunteer with us'],
    ['partner', 'Become a partner'],
    ['unknown', 'Contact'],
  ] as const) {
    await page.goto(site.url + paths.contact({ subject }))
    await expect(heading(page)).toHaveText(title)
    await expect(page).toHaveTitle(`${title} | Marram`)
    await expect(page.locator('main form')).toHaveCount(0)
    await expect(page.locator('main').getByRole('link', { name: '020 7946 0112' })).toHaveAttribute('href', /^tel:/)
  }
  await page.goto(site.url + paths.ecoShop())
  await expect(page.getByRole('heading', { name: 'The shop opens soon' })).toBeVisible()
  await page.goto(site.url + paths.accessibility())
  await expect(heading(page)).toHaveText('Accessibility')
  await expect(page.locator('main')).toContainText('choose another password, join the newsletter or leave it')
  await page.goto(site.url + paths.privacy())
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'What you send us' }).click()
  await expect(page.getByRole('heading', { name: 'What you send us' })).toBeInViewport()
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.length).toBeGreaterThan(0)
  for (const name of cookies) await expect(page.locator('main')).toContainText(name)
  await expect(page.locator('main')).toContainText('Quizzes are not, even then.')
  for (const { holds, until } of keptOnServers)
    await expect(page.locator('main')).toContainText(`${holds} Kept: ${until}`)

  // The carousel is a row that the browser scrolls.
  await page.goto(site.url + paths.about())
  await expect(opinions(page).getByRole('button')).toHaveCount(0)
  const last = opinions(page).getByRole('listitem').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await context.close()
})

test.describe('with another API host', () => {
  let answers: Record<string, unknown>
  test.beforeEach(({ other }) => {
    answers = {}
    other.api.answer = (address) => answers[address]
  })

  test('each block of about us fails alone, and blocks that a host does not have are left out', async ({
    page,
    other,
  }) => {
    expect((await documentOf(other, paths.about())).status).toBe(503)
    Object.assign(answers, {
      '/api/home/donate': { data: { title: 'Give', description: '<p>Gladly.</p>' } },
      '/api/home/statics/by-category/about-us': { Data: [{ first_value: 412, first_title: 'runners' }] },
      '/api/home/about/by-category/about-us': { Data: [] },
      '/api/gallery/by-category/about-us': { data: null },
      '/api/reviews/by-category/about-us': { data: [{ review: 'Sound.', reviewer_name: 'Mei Lindqvist' }] },
      '/api/home/team/': { code: 500, message: 'Broken' },
    })
    expect((await documentOf(other, paths.about())).status).toBe(200)
    await page.goto(other.url + paths.about())
    await ready(page)
    await expect(page.getByRole('alert')).toContainText(['The support team could not be loaded.'])
    await expect(page.getByText('Gladly.')).toBeVisible()
    await expect(page.getByText('412 runners')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Out in the field' })).toHaveCount(0)
    // A single opinion does not move, and shows initials without a portrait.
    await expect(opinions(page).getByText('ML', { exact: true })).toBeVisible()
    await expect(opinions(page).getByRole('button')).toHaveCount(0)

    answers['/api/home/team/'] = { data: [{ name: 'Bo Li', designation: 'Tides' }] }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Bo Li' })).toBeVisible()
  })

  test('initiatives: a failed list is a 503, an empty one shows a message, an unknown one is a 404', async ({
    other,
  }) => {
    expect((await documentOf(other, paths.techInitiatives())).status).toBe(404)
    answers['/api/tech-initiatives/'] = { code: 500, message: 'Broken' }
    expect((await documentOf(other, paths.techInitiatives())).status).toBe(503)
    answers['/api/tech-initiatives/detail/kite'] = { data: { title: 'Kite' } }
    const kite = await documentOf(other, paths.techInitiative('kite'))
    expect(kite.status).toBe(200)
    expect(kite.html).toContain('The other initiatives could not be loaded.')
    answers['/api/tech-initiatives/'] = { code: 200, message: 'nothing' }
    const empty = await documentOf(other, paths.techInitiatives())
    expect(empty.status).toBe(200)
    expect(empty.html).toContain('Nothing to show.')
    expect((await documentOf(other, paths.techInitiative('unknown'))).status).toBe(404)
    const many = Array.from({ length: 9 }, (_, i) => ({ slug: `kite-${i + 1}`, title: `Kite ${i + 1}` }))
    answers['/api/tech-initiatives/'] = { data: many }
    const second = await documentOf(other, paths.techInitiatives({ page: 2 }))
    expect(second.html.match(/href="\/tech-initiatives\/details\/[^"]+"/g)).toEqual([
      'href="/tech-initiatives/details/kite-9"',
    ])
    expect(second.html).toContain('aria-label="Pages"')
  })
})
