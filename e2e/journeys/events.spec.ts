import fs from 'node:fs'
import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { convertIcsCalendar } from 'ts-ics'
import { ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

type Listed = { slug: string; title: string; open: boolean; form: string | null }
const list = async (url: string): Promise<Listed[]> => {
  const { data } = (await (await fetch(url)).json()) as { data: Listed[] }
  return data
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ticket = (page: Page) => page.getByRole('complementary', { name: 'Event details' })
const badges = (page: Page) => page.locator('main').getByText('Registration Open', { exact: true })

/** Opens a page that the server has rendered: on a busy machine the first one may be an app shell. */
async function open(page: Page, site: { url: string }, address: string): Promise<void> {
  await expect.poll(async () => (await documentOf(site, address)).outcome).toMatch(/^server/)
  await page.goto(site.url + address)
}

const listings = [
  {
    address: paths.sports(),
    title: 'Sports',
    calls: '/api/sports/open',
    after: ['Reports from previous events'],
    link: paths.sport,
  },
  {
    address: paths.olympiads(),
    title: 'Olympiad',
    calls: '/api/olympiad/',
    after: ['Past olympiads', 'Reports from previous olympiads'],
    link: paths.olympiad,
  },
  {
    address: paths.tickets(),
    title: 'Tickets',
    calls: '/api/tickets/open',
    after: ['By day: sports and olympiads'],
    link: paths.ticket,
  },
  {
    address: paths.exhibitions(),
    title: 'Exhibitions',
    calls: '/api/exhibitions/open',
    after: ['Past exhibitions', 'Reports on the shows'],
    link: paths.exhibition,
  },
  {
    address: paths.submissions(),
    title: 'Submissions',
    calls: '/api/submission/open',
    after: ['What came of it'],
    link: paths.submission,
  },
]

const firstScreens = [
  [390, 844],
  [1440, 900],
] as const

/** Pages of one event, by the call that they depend on. */
const details = {
  '/api/sports/detail': paths.sport,
  '/api/olympiad/detail': paths.olympiad,
  '/api/tickets/detail': paths.ticket,
  '/api/exhibitions/detail': paths.exhibition,
  '/api/submission/detail': paths.submission,
  '/api/events/detail': paths.campaignEvent,
}

test('each listing has its blocks in one order, and a badge for open events, without scripts too', async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const { address, title, calls, after, link } of listings) {
    await open(page, site, address)
    await expect(heading(page)).toHaveText(title)
    const headings = await page.locator('main h2').allTextContents()
    // The titles of these blocks are their editors' own.
    const [opened = '', about = '', people = ''] = [headings[0], headings[2], headings.at(-3)]
    expect(new Set([opened, about, people, '']).size, address).toBe(4)
    expect(headings, address).toEqual([
      opened,
      'Powered by',
      about,
      ...after,
      'Photo gallery',
      people,
      'Become a partner',
      'Experts’ opinion',
    ])
    for (const [width, height] of firstScreens) {
      await page.setViewportSize({ width, height })
      await expect(region(page, opened).getByRole('heading', { level: 3 }).first(), address).toBeInViewport()
    }
    const events = await list(site.url + calls)
    await expect(badges(page), address).toHaveCount(events.filter((event) => event.open).length)
    for (const event of events)
      await expect(page.locator(`main a[href="${link(event.slug)}"]`), event.slug).toHaveCount(1)
    await expect(page.locator('main strong').first(), address).not.toBeEmpty()
    await expect(page.getByRole('link', { name: 'Volunteer', exact: true })).toHaveAttribute(
      'href',
      paths.contact({ subject: 'volunteer' }),
    )
    await expect(page.getByRole('link', { name: 'Become a partner' })).toHaveAttribute(
      'href',
      paths.contact({ subject: 'partner' }),
    )
    await expect(
      region(page, after.at(-1) as string)
        .getByRole('link')
        .first(),
    ).toHaveAttribute('href', /^\/history\/details\//)
    await expect(page.getByRole('heading', { name: 'We Accept' })).toHaveCount(address === paths.tickets() ? 1 : 0)
  }
  await context.close()
})

test('sports and olympiad news appear together on tickets, newest first', VERIFY, async ({ site, page }) => {
  await open(page, site, paths.tickets())
  const dates = await region(page, 'By day: sports and olympiads')
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  expect(dates).toEqual([...dates].sort().reverse())
  const newsOf = async (category: string) => {
    const answer = await fetch(`${site.url}/api/news/by-category/${category}`)
    return ((await answer.json()) as { Data: { slug: string; date: string }[] }).Data
  }
  const links = await region(page, 'By day: sports and olympiads')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const [sports, olympiad] = [await newsOf('sports'), await newsOf('olympiad')]
  const both = [...sports, ...olympiad].sort((a, b) => b.date.localeCompare(a.date))
  const shown = both.filter(({ slug }) => links.includes(paths.history(slug)))
  expect(new Set(shown.map(({ slug }) => paths.history(slug)))).toEqual(new Set(links))
  // None that is newer is left out, whichever of the two it is of.
  expect(shown.map(({ date }) => date)).toEqual(both.slice(0, shown.length).map(({ date }) => date))
})

test('exhibitions: the text leads to the details, with the box, the partner and the links', async ({ site, page }) => {
  const { complaints } = await watch(page)
  await open(page, site, paths.exhibitions())
  await ready(page)
  await expect(region(page, 'Past exhibitions').getByRole('link')).not.toHaveCount(0)
  await page.getByRole('link', { name: /^Event Details: Fixture show: jars/ }).click()
  await expect(heading(page)).toHaveText(/^Fixture show: jars/)
  await expect(page.locator('main').getByText('Friday, 30 October 2020')).toBeVisible()
  await expect(page.locator('main').getByText('Thursday, 31 January 2999')).toBeVisible()
  await expect(ticket(page)).toContainText('Four fixture libraries')
  // Opening times and price are not known.
  await expect(ticket(page)).not.toContainText(/Time|Registration fee|\$35/)
  await expect(region(page, 'Become a partner').getByRole('link')).toHaveAttribute('href', /subject=partner/)
  const more = region(page, 'More exhibitions')
  await expect(more.getByRole('listitem')).toHaveCount(3)
  await expect(more.getByRole('link', { name: 'Fixture show: jars' })).toHaveCount(0)
  await more.getByRole('listitem').first().getByRole('link').click()
  await expect(heading(page)).not.toHaveText(/^Fixture show: jars/)
  await open(page, site, paths.exhibition('fixture-past-show'))
  await expect(page.getByText('Over', { exact: true })).toBeVisible()
  await expect(ticket(page)).toContainText('This exhibition is over.')
  await expect(ticket(page).getByRole('button', { name: 'Add to calendar' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'REGISTER NOW' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('olympiads: a quiz while it is open, and a text when there is none', async ({ site, page }) => {
  await open(page, site, paths.olympiad('fixture-later-olympiad'))
  await expect(ticket(page).getByRole('link', { name: 'REGISTER NOW' })).toHaveAttribute(
    'href',
    paths.registration('fixture-team', { event: 'fixture-later-olympiad' }),
  )
  await expect(ticket(page)).toContainText('The quiz begins on 1 February 2998.')
  await expect(page.getByRole('link', { name: 'START QUIZ' })).toHaveCount(0)
  await expect(ticket(page)).not.toContainText('Registration fee')
  await open(page, site, paths.olympiad('fixture-olympiad'))
  await expect(ticket(page).getByRole('link', { name: 'START QUIZ' })).toHaveAttribute(
    'href',
    paths.quiz('fixture-olympiad'),
  )
  await expect(ticket(page).getByRole('link', { name: 'Results of the quiz' })).toHaveAttribute(
    'href',
    paths.quizResult({ olympiad: 'fixture-olympiad' }),
  )
  await open(page, site, paths.olympiad('fixture-olympiad-without-quiz'))
  await expect(ticket(page)).toContainText('This olympiad has no quiz.')
  await expect(ticket(page)).toContainText('There is no registration on this site.')
  await expect(page.getByRole('link', { name: /START QUIZ|REGISTER NOW|Results of the quiz/ })).toHaveCount(0)
  await open(page, site, paths.olympiads())
  await expect(page.getByRole('main').getByRole('link', { name: 'Results of all quizzes' })).toHaveAttribute(
    'href',
    paths.quizResult(),
  )
})

test('an event can be added to a calendar and shared, and has structured data', async ({ site, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  const { requests, complaints, violations } = await watch(page)
  const address = paths.campaignEvent('fixture-saturday')
  await open(page, site, paths.campaignEvents())
  await ready(page)
  const listed = page.locator(`main a[href="${address}"]`)
  await page.locator('main details:not([open]) > summary', { hasText: 'April 2999' }).click()
  await listed.click()
  await expect(heading(page)).toHaveText(/^Fixture Saturday/)
  const title = (await heading(page).textContent()) ?? ''
  await expect(ticket(page)).toContainText('Fixture sea wall, gate 2')
  const before = requests.length
  const file = page.waitForEvent('download')
  await ticket(page).getByRole('button', { name: 'Add to calendar' }).click()
  const download = await file
  expect(download.suggestedFilename()).toBe('fixture-saturday.ics')
  // The module that creates the file was not loaded before.
  expect(requests.slice(before).some((url) => /mfe-events.*\.js$/.test(url))).toBe(true)
  const calendar = convertIcsCalendar(undefined, fs.readFileSync(await download.path(), 'utf8'))
  expect(calendar.events).toMatchObject([
    {
      summary: title,
      uid: site.url + address,
      url: site.url + address,
      location: 'Fixture sea wall, gate 2',
      // An all-day entry, because its hours are not known.
      start: { type: 'DATE', date: new Date('2999-04-24') },
      end: { type: 'DATE', date: new Date('2999-04-25') },
    },
  ])
  await ticket(page).getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The link to this page is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + address)
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({ '@type': 'Event', name: title, startDate: '2999-04-24', url: site.url + address }),
  )
  expect(complaints).toEqual([])
  expect(await violations()).toEqual([])
  await open(page, site, paths.campaignEvents())
  await ready(page)
  await expect(listed).toBeHidden()
  // The link to its month unfolds it.
  await page.getByRole('navigation', { name: 'Months' }).getByRole('link', { name: 'April 2999' }).click()
  await expect(listed).toBeInViewport()
})

test('every kind of event has structured data for search engines', async ({ site }) => {
  for (const [call, link] of Object.entries(details)) {
    const all = call.replace('detail', /sports|tickets|exhibitions|submission/.test(call) ? 'open' : '')
    const [{ slug, title }] = (await list(site.url + all)) as [Listed]
    const { html } = await documentOf(site, link(slug))
    const told = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text]) =>
      JSON.parse(text as string),
    )
    expect(told, call).toContainEqual(
      expect.objectContaining({
        '@type': 'Event',
        name: title,
        url: site.url + link(slug),
        startDate: expect.any(String),
      }),
    )
  }
})

test('coming events of all kinds can be filtered by month, kind and place, without scripts and at any width', async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await open(page, site, paths.campaignEvents())
  const coming = region(page, 'Coming up')
  await expect(coming.getByRole('heading', { level: 4 }).first()).toBeInViewport()
  const answer = await fetch(`${site.url}/api/events/coming`)
  const { data } = (await answer.json()) as {
    data: (Listed & { kind: string; date_from: string; date_to: string | null })[]
  }
  const today = new Date().toISOString().slice(0, 10)
  const hasBegun = ({ date_from }: (typeof data)[number]) => date_from.slice(0, 10) < today
  // What goes on stands first, by the day until which it does, as its row says.
  const goesOn = data.filter(hasBegun).toSorted((one, other) => (`${one.date_to}` < `${other.date_to}` ? -1 : 1))
  const shown = [...goesOn, ...data.filter((event) => !hasBegun(event))].slice(0, 60)
  // The months after the first are folded, each with what is in it.
  const folded = coming.locator('details[id]')
  await expect(folded.first().getByRole('heading', { level: 4 }).first()).toBeHidden()
  for (const month of await folded.locator('summary').all()) await month.click()
  await expect(coming.getByRole('heading', { level: 4 })).toHaveText(shown.map(({ title }) => title))
  await expect(coming.getByText('Registration Open', { exact: true })).toHaveCount(
    shown.filter((event) => event.open).length,
  )
  await expect(page.getByRole('link', { name: `${data.length} events are coming` })).toHaveAttribute('href', '#coming')
  const over = (await list(`${site.url}/api/events/`)).filter(({ slug }) => !data.some((one) => one.slug === slug))
  await expect(region(page, 'Past events').getByRole('heading', { level: 3 })).toHaveText(
    over.map(({ title }) => title),
  )
  const months = coming.getByRole('combobox', { name: 'Month' })
  await expect(months).toBeHidden()
  await coming.getByText('Filter', { exact: true }).click()
  await months.selectOption('April 2999')
  await coming.getByRole('combobox', { name: 'Kind' }).selectOption('Campaigns')
  await coming.getByRole('combobox', { name: 'Venue' }).fill('SEA wall')
  await coming.getByRole('button', { name: 'Show' }).click()
  await expect(coming.getByText('1 event, Campaigns, “SEA wall”, April 2999')).toBeVisible()
  // What is chosen is in sight.
  await expect(months).toHaveValue('2999-04')
  await expect(months).toBeVisible()
  await expect(coming.getByRole('link', { name: /^Fixture Saturday/ })).toHaveAttribute(
    'href',
    paths.campaignEvent('fixture-saturday'),
  )
  await coming.getByRole('link', { name: 'Calendar' }).click()
  const day = coming.getByRole('heading', { name: 'Wednesday, 24 April 2999' })
  await expect(day).toBeVisible()
  // Its days have marks; what they are stands below.
  const table = coming.getByRole('table', { name: 'April 2999' })
  await expect(table.getByRole('cell', { name: /^24/ })).toBeVisible()
  await expect(table.getByRole('link')).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(day).toBeHidden()
  await expect(table.getByRole('columnheader')).toHaveCount(7)
  await expect(table.getByRole('cell', { name: /^24/ }).getByRole('link', { name: /^Fixture Saturday/ })).toBeVisible()
  await coming.getByRole('link', { name: 'March 2999' }).click()
  await expect(coming.getByText('We have nothing planned under Campaigns at “SEA wall” in March 2999.')).toBeVisible()
  await coming.getByRole('link', { name: 'Look at April 2999' }).click()
  await expect(table).toBeVisible()
  await context.close()
})

test('coming events can be subscribed to, by kind too, here and with another API host', async ({ site, other }) => {
  const calendar = async (url: string) => {
    const response = await fetch(url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    return convertIcsCalendar(undefined, await response.text()).events ?? []
  }
  // Opens the calendar program of a device, without scripts too.
  const page = await (await fetch(site.url + paths.campaignEvents())).text()
  expect(page).toContain(`href="webcal://${new URL(site.url).host}/events.ics"`)
  const events = await calendar(`${site.url}/events.ics`)
  expect(events).toContainEqual(
    expect.objectContaining({
      uid: site.url + paths.campaignEvent('fixture-saturday'),
      location: 'Fixture sea wall, gate 2',
    }),
  )
  const { data } = (await (await fetch(`${site.url}/api/events/coming`)).json()) as { data: { kind: string }[] }
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(data.length)
  const runs = await calendar(`${site.url}/events.ics?kind=sports`)
  expect(runs).toHaveLength(data.filter(({ kind }) => kind === 'sport').length)
  expect((await fetch(`${site.url}/events.ics?kind=tides`)).status).toBe(404)
  const run = { slug: 'run', title: 'Moon run', date_from: '2999-12-31', date_to: '3000-01-01' }
  other.api.answer = (address) => (address === '/api/sports/open' ? { data: [run] } : undefined)
  expect(await calendar(`${other.url}/events.ics`)).toMatchObject([{ uid: `${other.url}${paths.sport('run')}` }])
})

test('courses can be searched, and lead to a form or to an external site', async ({ site, page }) => {
  await open(page, site, paths.courses())
  await ready(page)
  const courses = region(page, 'All courses')
  const all = await list(`${site.url}/api/courses/`)
  await expect(courses.getByRole('listitem')).toHaveCount(all.length)
  await expect(courses.getByRole('link', { name: /^Fixture course/ })).toHaveAttribute(
    'href',
    paths.registration('fixture-hands', { event: 'fixture-course' }),
  )
  await expect(courses.getByRole('link', { name: /^Fixture lesson elsewhere/ })).toHaveAttribute(
    'href',
    'https://example.org/fixture',
  )
  await expect(page.getByRole('link', { name: 'Submit Your Content' })).toHaveAttribute('href', paths.submissions())
  await expect(page.getByRole('heading', { name: 'Photo gallery' })).toHaveCount(0)
  const box = page.getByRole('searchbox', { name: 'Search courses' })
  await box.fill('  FIXTURE drainpipe ')
  await box.press('Enter')
  await expect(page).toHaveURL(`${site.url}${paths.courses({ q: 'FIXTURE drainpipe' })}`)
  await expect(page.getByText('1 course found')).toBeVisible()
  await box.fill('no such word')
  await box.press('Enter')
  await expect(page.getByText('Nothing to show.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Show all courses' }).click()
  await expect(courses.getByRole('listitem')).toHaveCount(all.length)
})

test('an unknown event is a 404, and old registration addresses lead to the lists', async ({ site }) => {
  const links = [...Object.values(details), paths.registration]
  for (const link of links) expect((await documentOf(site, link('no-such-thing'))).status, link('')).toBe(404)
  for (const [address, to] of [
    [paths.sportsRegistration(), `${paths.sports()}#open-events`],
    [paths.olympiadRegistration(), `${paths.olympiads()}#open-events`],
  ] as const) {
    const { status, headers } = await documentOf(site, address)
    expect([status, headers.get('location')]).toEqual([302, to])
  }
})

test.describe('with another API host', () => {
  let answers: Record<string, unknown>
  test.beforeEach(({ other }) => {
    answers = {}
    other.api.answer = (address) => answers[address]
  })

  const news = { slug: 'swim', title: 'The swim', date: '2026-01-02', image: '', category: {} }
  const run = { slug: 'run', title: 'Moon run', date_from: '2999-12-31', date_to: '3000-01-01', open: true, form: '7' }

  test('each block fails alone and can be tried again; blocks that a host does not have are left out', async ({
    page,
    other,
  }) => {
    for (const address of [paths.campaignEvents(), ...listings.map((listing) => listing.address)])
      expect((await documentOf(other, address)).status, address).toBe(503)
    Object.assign(answers, {
      '/api/sports/open': { data: [{ ...run, open: false }] },
      '/api/home/sponsors/by-category/sports': { Data: [] },
      '/api/home/about/by-category/sports': { code: 500, message: 'Broken' },
      '/api/home/statics/by-category/sports': { Data: [{ first_value: 412, first_title: 'runners' }] },
      '/api/reviews/by-category/sports': { data: null },
      '/api/gallery/by-category/sports': { data: [] },
      '/api/news/by-category/sports': { Data: [] },
    })
    await page.goto(other.url + paths.sports())
    await ready(page)
    await expect(page.getByRole('alert')).toContainText(['The words about this could not be loaded.'])
    await expect(page.getByRole('link', { name: 'Moon run' })).toBeVisible()
    await expect(page.getByText('31 December 2999 to 1 January 3000')).toBeVisible()
    await expect(badges(page)).toHaveCount(0)
    await expect(page.getByText('412 runners')).toBeVisible()
    await expect(region(page, 'Reports from previous events').getByText('Nothing to show.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Powered by|Photo gallery|Experts/ })).toHaveCount(0)
    answers['/api/home/about/by-category/sports'] = { data: { title: 'Why we run', description: '<p>Because.</p>' } }
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      // It is gone once the first press has had its effect, however late that is.
      if (await again.isVisible()) await again.click({ timeout: 1000 })
      await expect(page.getByRole('heading', { name: 'Why we run' })).toBeVisible({ timeout: 1000 })
    }).toPass()
  })

  test('lists: failed and empty ones show a message in their place', async ({ other }) => {
    // Set before the host responds, because rendered pages are cached for a while.
    answers['/api/home/sponsors/by-category/courses'] = { Data: [] }
    expect((await documentOf(other, paths.courses({ q: 'knots' }))).html).toContain('The courses could not be loaded.')
    Object.assign(answers, {
      '/api/news/by-category/sports': { data: [news] },
      '/api/news/by-category/olympiad': { data: [] },
      '/api/exhibitions/open': { data: [] },
      '/api/courses/': { data: [] },
      '/api/events/': { data: [] },
      '/api/submission/open': { data: [] },
      '/api/olympiad/': { data: [] },
    })
    const html = async (address: string) => {
      const page = await documentOf(other, address)
      expect(page.status, address).toBe(200)
      return page.html
    }
    const tickets = await html(paths.tickets())
    expect(tickets).toContain('The list of events could not be loaded.')
    expect(tickets).toContain('The swim')
    for (const block of ['partners', 'words about this', 'figures', 'photos', 'opinions'])
      expect(tickets).toContain(`The ${block} could not be loaded.`)
    const exhibitions = await html(paths.exhibitions())
    expect(exhibitions).toContain('The next exhibition will appear here')
    expect(exhibitions).toContain('Past exhibitions could not be loaded.')
    expect(exhibitions).toContain('The reports could not be loaded.')
    for (const address of [paths.courses(), paths.campaignEvents(), paths.submissions(), paths.olympiads()])
      expect(await html(address), address).toContain('Nothing to show.')
  })

  test('a detail page works without its neighbours', VERIFY, async ({ page, other }) => {
    answers['/api/olympiad/detail/run'] = { data: { ...run, description: '<p>By night.</p>' } }
    await page.goto(other.url + paths.olympiad('run'))
    await ready(page)
    await expect(page.getByText('By night.')).toBeVisible()
    await expect(ticket(page).getByRole('link', { name: 'REGISTER NOW' })).toHaveAttribute(
      'href',
      paths.registration('7', { event: 'run' }),
    )
    // Whether there are questions is not known here: the quiz page shows it.
    await expect(ticket(page)).toContainText('The quiz begins on 31 December 2999.')
    await expect(page.getByRole('alert')).toContainText(['More olympiads could not be loaded.'])
  })

  test('a finished or closed event says so and has no button, whatever its kind and host', async ({ other }) => {
    for (const [call, link] of Object.entries(details)) {
      Object.assign(answers, {
        [`${call}/old`]: { data: { ...run, slug: 'old', date_from: '2020-01-01', date_to: '2020-01-02' } },
        // Over after its one day, by its dates.
        [`${call}/odd`]: { data: { ...run, slug: 'odd', date_from: '2020-01-02', date_to: '2019-01-01' } },
        [`${call}/full`]: { data: { ...run, slug: 'full', open: false } },
        [`${call}/free`]: { data: { ...run, slug: 'free', form: null } },
        [`${call}/bare`]: { data: { slug: 'bare', title: 'Bare', open: '1' } },
        [`${call}/broken`]: { code: 500, message: 'Broken' },
      })
      const [old, odd, full, free, bare, broken] = await Promise.all(
        ['old', 'odd', 'full', 'free', 'bare', 'broken'].map((slug) => documentOf(other, link(slug))),
      )
      for (const over of [old, odd]) {
        expect(over?.html, call).toMatch(/This \w+ is over\./)
        expect(over?.html, call).not.toMatch(/REGISTER NOW|Registration Open|Add to calendar/)
      }
      expect(odd?.html, call).not.toContain('1 January 2019')
      expect(full?.html, call).toContain('Registration is closed.')
      expect(full?.html, call).not.toContain('REGISTER NOW')
      expect(free?.html, call).toContain('There is no registration on this site.')
      expect(free?.html, call).not.toContain('Registration Open')
      expect(free?.html, call).not.toContain('REGISTER NOW')
      expect(bare?.status, call).toBe(200)
      expect(bare?.html, call).not.toContain('Add to calendar')
      // It depends on this one call: nothing is shown about an unknown event.
      expect(broken?.status, call).toBe(503)
      expect(broken?.html, call).toContain('Try again')
    }
    answers['/api/form/detail/broken'] = { code: 500, message: 'Broken' }
    expect((await documentOf(other, paths.registration('broken'))).status).toBe(503)
  })
})
