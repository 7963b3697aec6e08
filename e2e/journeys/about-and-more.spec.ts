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
  const of = async (list: string) => {
    const { data, Data = data } = await (await fetch(`${site.url}/api/home/${list}/by-category/about-us`)).json()
    return [Data].flat()[0] as Record<string, string>
  }
  await expect(page.getByRole('region', { name: (await of('about')).title })).toBeVisible()
  const figures = await of('statics')
  await expect(page.getByText(`${figures.sec_value} ${figures.sec_title}`)).toBeVisible()
  const { data: photos } = await (await fetch(`${site.url}/api/gallery/by-category/about-us`)).json()
  await expect(page.getByRole('region', { name: 'Out in the field' }).getByRole('button')).toHaveCount(photos.length)
  await expect(page.getByRole('region', { name: 'Support team' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByRole('link', { name: 'Volunteer', exact: true })).toHaveAttribute(
    'href',
    paths.contact({ subject: 'volunteer' }),
  )
  await page.getByRole('link', { name: 'How to give' }).click()
  await expect(page).toHaveURL(site.url + paths.contact({ subject: 'donate' }))
  await expect(heading(page)).not.toHaveText('About Us')
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
  const howTheyWork = await page.locator('main ol > li > h2').allTextContents()
  expect(howTheyWork.length).toBeGreaterThan(2)
  const others = page.getByRole('region', { name: 'More initiatives' })
  await expect(others.getByRole('link', { name: title })).toHaveCount(0)
  await others.getByRole('link').first().click()
  await expect(heading(page)).not.toHaveText(title)
  await expect(page.locator('main ol > li > h2')).toHaveText(howTheyWork)
  expect((await documentOf(site, paths.techInitiative('no-such-thing'))).status).toBe(404)
})

test('the short pages have the right content, without scripts too', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const titles: string[] = []
  for (const subject of ['volunteer', 'partner', 'donate', 'unknown']) {
    await page.goto(site.url + paths.contact({ subject }))
    const title = (await heading(page).textContent()) ?? ''
    titles.push(title)
    await expect(page).toHaveTitle(`${title} | Marram`)
    await expect(page.locator('main form')).toHaveCount(0)
    await expect(page.locator('main').getByRole('link', { name: /^[\d ]{9,}$/ })).toHaveAttribute('href', /^tel:\+44/)
  }
  expect(new Set(titles).size).toBe(titles.length)
  await page.goto(site.url + paths.contact())
  await expect(heading(page)).toHaveText(titles.at(-1) as string)
  await page.goto(site.url + paths.ecoShop())
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.goto(site.url + paths.accessibility())
  await expect(page.locator('main')).toContainText(/JavaScript.*password.*newsletter/)
  await page.goto(site.url + paths.privacy())
  const inside = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(1)
  const chapter = (await inside.textContent()) ?? ''
  await inside.click()
  await expect(page.getByRole('heading', { name: chapter, exact: true })).toBeInViewport()
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.length).toBeGreaterThan(0)
  for (const name of cookies) await expect(page.locator('main')).toContainText(name)
  // What an account lists, and that it does not list quizzes.
  const account = page.locator(`a[href="${paths.account()}"]`)
  await expect(page.locator('main li', { hasText: 'Quizzes', has: account })).not.toHaveCount(0)
  for (const { title, holds, until } of keptOnServers) {
    await expect(page.locator('main dl > div').filter({ hasText: `${title}${holds}Kept: ${until}` })).toHaveCount(1)
  }

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
