import { paths } from '@marram/api-contract/paths'
import type { Temper } from '../fixtures/api/distort'
import type { FakeApi } from '../fixtures/api/fake-api'
import { actAsForeignHost, type ForeignHost } from '../fixtures/api/foreign-host'
import { takesPart } from '../fixtures/api/quiz'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { everything } from '../fixtures/browser/every-page'
import { emptyParts, ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

type Tried = {
  /** `:slug` is the first item of `shows`. */
  address: string
  /** Calls whose first items must appear on the page, unless the host has none. */
  shows?: string[]
  /** Text of a page that only the browser renders, unless the host has none. */
  browserShows?: string
}

const participant = ['Oda/de Odd', '0155 510 442'] as const

/** Every kind of page. Add a line here for a new page. */
const pages: Tried[] = [
  { address: '/', shows: ['/api/main-news/featured', '/api/home/services/', '/api/news/'] },
  { address: '/?news=sports', shows: ['/api/news/by-category/sports'] },
  { address: '/news', shows: ['/api/main-news/', '/api/main-news/category/'] },
  { address: '/news/details/:slug', shows: ['/api/main-news/'] },
  { address: '/history/details/:slug', shows: ['/api/news/'] },
  { address: '/publications', shows: ['/api/publications/', '/api/publications/category/count'] },
  { address: '/publication-details/:slug', shows: ['/api/publications/'] },
  { address: '/digital-media', shows: ['/api/digital/', '/api/digital/category/'] },
  { address: '/gallery' },
  { address: '/search?q=dune' },
  { address: '/tech-initiatives', shows: ['/api/tech-initiatives/'] },
  { address: '/tech-initiatives/details/:slug', shows: ['/api/tech-initiatives/'] },
  { address: '/about-us', shows: ['/api/home/team/'] },
  { address: '/contact' },
  { address: '/sports', shows: ['/api/sports/open'] },
  { address: '/sports-details/:slug', shows: ['/api/sports/open'] },
  { address: '/olympiad', shows: ['/api/olympiad/'] },
  { address: '/olympiad-details/:slug', shows: ['/api/olympiad/'] },
  { address: '/tickets', shows: ['/api/tickets/open'] },
  { address: '/tickets-details/:slug', shows: ['/api/tickets/open'] },
  { address: '/exhibitions', shows: ['/api/exhibitions/open', '/api/exhibitions/close'] },
  { address: '/exhibition-details/:slug', shows: ['/api/exhibitions/open'] },
  { address: '/submissions', shows: ['/api/submission/open'] },
  { address: '/submission-details/:slug', shows: ['/api/submission/open'] },
  { address: '/courses', shows: ['/api/courses/'] },
  { address: '/campaign-events', shows: ['/api/events/'] },
  { address: '/campaign-events/details/:slug', shows: ['/api/events/'] },
  { address: '/event/registration/41' },
  { address: '/login' },
  { address: '/register' },
  { address: '/olympiad/quiz/:slug', shows: ['/api/olympiad/'] },
  { address: '/quiz-complete' },
  { address: '/quiz-result', browserShows: 'tbody th' },
  { address: paths.quizResponse(...participant), browserShows: 'ol h3' },
]

/** One page of each layout; `npm run verify` uses all of them. */
const layouts = [
  '/',
  '/news',
  '/publication-details/:slug',
  '/sports',
  '/tickets-details/:slug',
  '/event/registration/41',
  '/quiz-result',
]
const isTried = ({ address }: Tried) => everything || layouts.includes(address)

const rubbish = /.*(?:undefined|\[object|NaN|Invalid Date|\bnull\b).*/
type Named = { slug?: string; title?: string; name?: string }

type Opened = { address: string; names: string[]; browserShows: string | undefined }

async function opened(api: string, { address, shows = [], browserShows }: Tried): Promise<Opened> {
  const lists = await Promise.all(
    shows.map(async (call) => {
      const { data, Data } = (await (await fetch(api + call)).json()) as { data?: Named[]; Data?: Named[] }
      return data ?? Data ?? []
    }),
  )
  const isDetail = address.includes(':slug')
  const named = lists.flatMap((items) => items.slice(0, isDetail ? 1 : 3))
  return {
    address: address.replace(':slug', lists[0]?.[0]?.slug ?? ''),
    names: named.map(({ title, name }) => title ?? name ?? ''),
    browserShows,
  }
}

async function actAs(temper: Temper, { site, other }: { site: { url: string }; other: { api: FakeApi } }) {
  const host = actAsForeignHost(other.api, site.url, temper)
  // This host numbers its forms in the order of requests.
  await fetch(`${other.api.url}/api/sports/open`)
  return host
}

/** `npm test` runs one of them, on one page of each layout. */
for (const temper of ['odd', 'scant', 'empty'] as const satisfies Temper[]) {
  const tag = temper === 'odd' ? BOTH : VERIFY
  test.describe(`an API host with responses that are ${temper}`, () => {
    let host: ForeignHost
    let tried: Opened[]
    test.beforeAll(async ({ site }) => {
      await takesPart(site, ...participant, 4)
      tried = await Promise.all(pages.filter(isTried).map((page) => opened(site.url, page)))
    })
    test.beforeEach(async ({ site, other }) => {
      host = await actAs(temper, { site, other })
    })

    test("every page is whole in the server's response", tag, async ({ page, other }) => {
      for (const { address, names } of tried.filter(({ browserShows }) => !browserShows)) {
        const { status, html, outcome } = await documentOf(other, address)
        // An item without a name is a 404.
        expect.soft(`${status} ${outcome}`, address).toMatch(temper === 'empty' ? /^(200|404) server/ : /^200 server/)
        const missing = ['<header', '<footer', '<h1'].filter((part) => !html.includes(part))
        expect.soft(missing, address).toEqual([])
        await page.setContent(html.replaceAll(/<script\b.*?<\/script>/gs, ''))
        const text = (await page.locator('#root').textContent()) ?? ''
        if (temper !== 'empty')
          expect
            .soft(
              names.filter((name) => !text.includes(name)),
              address,
            )
            .toEqual([])
        expect.soft(rubbish.exec(text)?.[0], address).toBeUndefined()
      }
      // Cookies of visitors are not forwarded to a foreign host.
      expect(host.asked.filter((call) => call.includes('marram_visitor'))).toEqual([])
    })

    test('every page hydrates without errors and without empty parts', tag, async ({ context, other }) => {
      await aFewAtATime(tried, async ({ address, browserShows }) => {
        const page = await context.newPage()
        const { complaints, violations } = await watch(page)
        const response = await page.goto(other.url + address)
        expect.soft(await ready(page), address).toBe(browserShows ? 'fresh' : 'hydrated')
        await page.waitForLoadState('networkidle')
        if (browserShows) {
          const main = page.locator('main')
          await expect
            .soft(temper === 'empty' ? main.getByText('Nothing to show.') : main.locator(browserShows).first(), address)
            .toBeVisible()
          expect.soft(rubbish.exec((await main.textContent()) ?? '')?.[0], address).toBeUndefined()
        }
        // Surprises are reported on purpose, and the browser logs a status of 404.
        const told =
          response?.status() === 404
            ? /\[marram\] (surprise|unknown-field)|status of 404/
            : /\[marram\] (surprise|unknown-field)/
        expect
          .soft(
            complaints.filter((words) => !told.test(words)),
            address,
          )
          .toEqual([])
        expect.soft(await violations(), address).toEqual([])
        expect.soft(await emptyParts(page), address).toEqual([])
        await page.close()
      })
    })
  })
}

test.describe('a visitor of a site on an odd API host', () => {
  let host: ForeignHost
  test.beforeEach(async ({ site, other }) => {
    host = await actAs('odd', { site, other })
  })

  test('registers with a form that has a number, and with a field of an unknown kind', async ({
    page,
    site,
    other,
  }) => {
    const sports = (await (await fetch(`${site.url}/api/sports/open`)).json()) as {
      data: { slug: string; form?: string }[]
    }
    const { slug } = sports.data.find(({ form }) => form) as { slug: string }
    await page.goto(`${other.url}/sports-details/${slug}`)
    await ready(page)
    await page.getByRole('link', { name: 'REGISTER NOW' }).click()
    await expect(page).toHaveURL(/\/event\/registration\/\d+\?event=[\w-]+$/)
    await page.getByLabel('Favourite colour').fill('Teal')
    // An editor has no value.
    for (const box of await page.locator('main').getByRole('textbox').all())
      if (!(await box.evaluate((element: HTMLInputElement) => element.value || element.textContent.trim())))
        await box.fill('0123456789')
    for (const box of await page.locator('main').getByRole('combobox').all()) {
      await box.click()
      const options = page.locator('.ant-select-item-option:visible')
      await options.first().click()
      // The options of the next field must not be confused with these, which fade out slowly.
      await expect(options).toHaveCount(0)
    }
    const send = page.getByRole('button', { name: 'REGISTER NOW!' })
    host.refusal = 'The tide is out.'
    await send.click()
    await expect(page.getByRole('alert').getByText('The tide is out.').first()).toBeVisible()
    await expect(page.getByLabel('Favourite colour')).toHaveValue('Teal')
    host.refusal = undefined
    await send.click()
    await expect(page.getByRole('region', { name: 'Your registration is in' }).getByText('Teal')).toBeVisible()
    const sent = host.sent['/api/submission/create'] as { submitted_form: string; form_data: { data_label: string }[] }
    expect(String(sent.submitted_form)).toBe(/\/registration\/(\d+)/.exec(page.url())?.[1])
    expect(sent.form_data).toContainEqual(
      expect.objectContaining({ data_label: 'Favourite colour', data_value: 'Teal' }),
    )
  })

  test('reads what this host does not have, and sees no controls for it', async ({ page, site, other }) => {
    await page.addInitScript(() => {
      for (const key of ['access_token', 'refresh_token', 'loggedIn']) localStorage.setItem(key, 'true')
    })
    const ownWork = page.getByRole('link', { name: 'Send us work of your own' })
    for (const [{ url }, links] of [
      [site, 1],
      [other, 0],
    ] as const) {
      await page.goto(url + paths.submissions())
      await ready(page)
      await expect(ownWork).toHaveCount(links)
    }
    const { data = [] } = (await (await fetch(`${site.url}/api/main-news/`)).json()) as { data?: { slug: string }[] }
    for (const [address, words] of [
      [paths.account(), 'offers nothing more here'],
      [paths.password(), 'We cannot send you a link by e-mail here.'],
      [paths.submissionRegistration(), 'This form is not open yet'],
      [paths.newsItem(data[0]?.slug ?? ''), 'Comments are not open yet.'],
    ] as const) {
      await page.goto(other.url + address)
      await expect(page.getByRole('main'), address).toContainText(words)
    }
  })

  test('subscribes, and reads the message of the host', VERIFY, async ({ page, other }) => {
    await page.goto(other.url)
    await ready(page)
    const subscribe = async () => {
      await page.getByLabel('Your e-mail address').fill('reader@example.org')
      await page.getByRole('button', { name: 'Subscribe' }).click()
    }
    host.refusal = 'No more letters.'
    await subscribe()
    await expect(page.getByText('No more letters.').first()).toBeVisible()
    host.refusal = undefined
    await subscribe()
    await expect(page.getByText('Noted.').first()).toBeVisible()
    expect(host.sent['/api/home/news-letter/create']).toEqual({ email: 'reader@example.org' })
  })

  test('reads that there is no search, and pages lists that are sent whole', VERIFY, async ({ page, site, other }) => {
    await page.goto(`${other.url}/search?q=dune`)
    await expect(page.getByText('Search is not available at the moment')).toBeVisible()
    const { data = [] } = (await (await fetch(`${site.url}/api/main-news/`)).json()) as { data?: { title: string }[] }
    // On its second page, and on no other: the list is shorter than two pages.
    const [first, last] = [data[0]?.title ?? '', data.at(-1)?.title ?? '']
    await page.goto(`${other.url}/news`)
    await ready(page)
    const inList = (title: string) => page.locator('main').getByRole('heading', { name: title })
    await expect(inList(first)).toHaveCount(1)
    await expect(inList(last)).toHaveCount(0)
    await page.getByRole('link', { name: /^(Page )?2$/ }).click()
    await expect(inList(last)).toHaveCount(1)
    await expect(inList(first)).toHaveCount(0)
  })
})
