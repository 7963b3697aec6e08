import { paths } from '@marram/api-contract/paths'
import { DOMParser } from '@xmldom/xmldom'
import { firstOf } from '../fixtures/api/first-of'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { patterns, tried } from '../fixtures/browser/every-page'
import { headOf } from '../fixtures/browser/head'
import { ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

/** The content of these pages does not depend on the API; person and login are known only to the browser. */
const withoutCalls = [
  ...[
    '/login',
    '/register',
    '/password',
    '/newsletter',
    '/account',
    '/search',
    '/eco-shop',
    '/accessibility',
    '/privacy',
    '/contact',
  ],
  ...['/submission/registration', '/quiz-result', '/quiz-complete', '/quiz-response/:name/:phone'],
]

const text = async (url: string) => (await fetch(url)).text()

/** Texts of the elements of an XML document. Throws where the document is not well formed. */
function xml(source: string): (name: string) => string[] {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(source, 'application/xml')
  return (name) => [...document.getElementsByTagName(name)].map(({ textContent }) => textContent ?? '')
}

test.describe('a page that is searched for or shared', () => {
  test('has title, description, canonical address and picture, at the public address', async ({ site }) => {
    const news = await firstOf(`${site.url}/api/main-news/`)
    const report = await firstOf(`${site.url}/api/news/`)
    const publication = await firstOf(`${site.url}/api/publications/`)
    const sport = await firstOf(`${site.url}/api/sports/open`)
    const cases: [address: string, type: string, data: string[]][] = [
      [paths.home(), 'website', ['Organization']],
      [paths.newsItem(news), 'article', ['Article', 'BreadcrumbList']],
      [paths.history(report), 'article', ['Article', 'BreadcrumbList']],
      [paths.publication(publication), 'article', ['Article', 'BreadcrumbList']],
      [paths.sports(), 'website', ['BreadcrumbList']],
      [paths.sport(sport), 'website', ['BreadcrumbList', 'Event']],
    ]
    const pictures = new Set<string>()
    for (const [address, type, data] of cases) {
      // A visitor's link may have parameters that are not the page's; the Host header is untrusted.
      const { html } = await documentOf(site, `${address}?utm_source=letter`, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      })
      const head = headOf(html)
      const one = (name: string) => {
        expect(head.meta(name), `${name} of ${address}`).toHaveLength(1)
        return head.meta(name)[0] as string
      }
      expect(head.canonical, address).toEqual([site.url + address])
      expect([one('og:url'), one('og:type'), one('twitter:card')]).toEqual([
        site.url + address,
        type,
        'summary_large_image',
      ])
      expect(head.title, address).toBe(`${one('og:title')} | Marram`)
      expect(one('description').length, address).toBeGreaterThan(40)
      expect(one('og:description'), address).toBe(one('description'))
      expect(head.meta('robots'), address).toEqual([])
      expect(head.data.map((thing) => thing['@type']).toSorted(), address).toEqual(data)
      for (const thing of head.data) expect(JSON.stringify(thing), address).not.toMatch(/"\/|evil|undefined|""/)
      pictures.add(one('og:image'))
    }
    expect(pictures.size).toBeGreaterThan(4)
    for (const picture of pictures) {
      const response = await fetch(picture)
      expect([response.status, response.headers.get('content-type')], picture).toEqual([200, 'image/jpeg'])
      expect((await response.arrayBuffer()).byteLength, picture).toBeLessThan(300_000)
    }
  })

  test('updates these in the browser too, from page to page, without a policy violation', async ({ site, page }) => {
    const { complaints, violations } = await watch(page)
    const said = () =>
      page.evaluate(() => ({
        address: location.origin + location.pathname,
        canonical: [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')].map(({ href }) => href),
        url: [...document.querySelectorAll('meta[property="og:url"]')].map((each) => each.getAttribute('content')),
        descriptions: document.querySelectorAll('meta[name=description]').length,
        data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
          (each) => JSON.parse(each.textContent ?? '')['@type'] as string,
        ),
      }))
    const consistent = async (data: string[]) => {
      const { address } = await said()
      expect(await said()).toEqual({ address, canonical: [address], url: [address], descriptions: 1, data })
    }
    await page.goto(`${site.url}/sports`)
    await ready(page)
    await consistent(['BreadcrumbList'])
    await page.getByRole('link', { name: 'Fixture run' }).first().click()
    await expect(page).toHaveTitle('Fixture run | Marram')
    await consistent(['BreadcrumbList', 'Event'])
    await page.getByRole('banner').getByRole('link', { name: 'Marram' }).first().click()
    await expect(page).toHaveURL(`${site.url}/`)
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
    await consistent(['Organization'])
    expect(complaints).toEqual([])
    expect(await violations()).toEqual([])
  })
})

test.describe('crawlers', () => {
  test('find every page of the sitemap, at its own address', VERIFY, async ({ site }) => {
    test.setTimeout(120_000)
    const urls = xml(await text(`${site.url}/sitemap.xml`))('loc')
    expect(urls.length).toBeGreaterThan(90)
    expect(new Set(urls).size).toBe(urls.length)
    await aFewAtATime(urls, async (url) => {
      expect(url.startsWith(`${site.url}/`), url).toBe(true)
      // On a busy machine the first page may be late, and sent as its app shell.
      await expect.poll(async () => (await documentOf({ url: '' }, url)).outcome).not.toMatch(/^frame; late/)
      const { status, html } = await documentOf({ url: '' }, url)
      expect.soft([url, status]).toEqual([url, 200])
      const { canonical, meta } = headOf(html)
      expect.soft([url, canonical, meta('robots')]).toEqual([url, [url], []])
    })
  })

  test('find every kind of content in the sitemap', async ({ site }) => {
    const urls = new Set(xml(await text(`${site.url}/sitemap.xml`))('loc'))
    const lists: [list: string, page: (slug: string) => string][] = [
      ['main-news/', paths.newsItem],
      ['news/', paths.history],
      ['publications/', paths.publication],
      ['tech-initiatives/', paths.techInitiative],
      ['sports/open', paths.sport],
      ['olympiad/', paths.olympiad],
      ['tickets/open', paths.ticket],
      ['exhibitions/close', paths.exhibition],
      ['submission/open', paths.submission],
      ['events/', paths.campaignEvent],
    ]
    for (const [list, pageOf] of lists)
      expect(urls).toContain(site.url + pageOf(await firstOf(`${site.url}/api/${list}`)))
    for (const page of [paths.login(), paths.search(), paths.quizResult(), paths.sportsRegistration()])
      expect(urls).not.toContain(site.url + page)
  })

  test('see in robots.txt where not to go, and can load the files of pages', async ({ site }) => {
    const robots = await text(`${site.url}/robots.txt`)
    for (const line of [
      'Disallow: /releases/',
      'Allow: /releases/files/',
      'Disallow: /quiz-response/',
      'Disallow: /quiz-result$',
      'Disallow: /submission/registration?',
      `Sitemap: ${site.url}/sitemap.xml`,
    ])
      expect(robots.split('\n')).toContain(line)
    const answer = await fetch(`${site.url}/api/sports/open`)
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect((await fetch(`${site.url}/sports`)).headers.get('x-robots-tag')).toBeNull()
  })

  test('find the newest news in a feed that every page names', async ({ site }) => {
    const { html } = await documentOf(site, '/sports')
    const address = /<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]+)"/.exec(html)?.[1]
    const of = xml(await text(site.url + address))
    expect(of('item')).toHaveLength(20)
    expect(of('link').filter((link) => !link.startsWith(`${site.url}/`))).toEqual([])
    const moments = of('pubDate').map((date) => Date.parse(date))
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
    for (const link of [of('link')[1], of('link').at(-1)]) expect((await fetch(link as string)).status, link).toBe(200)
  })
})

test.describe('the response of an address', () => {
  test('is 404 in the app shell for an unknown address, and is not cached', async ({ site }) => {
    // The browser finds a participant by name and phone, so that page exists for everybody.
    const unknown = patterns.filter((pattern) => pattern.includes(':') && pattern !== '/quiz-response/:name/:phone')
    expect(unknown.length).toBeGreaterThan(10)
    for (const address of ['/nowhere', ...unknown.map((pattern) => pattern.replace(/:\w+/, 'no-such-thing'))]) {
      const { status, html } = await documentOf(site, address)
      const { canonical, meta } = headOf(html)
      expect([address, status, canonical, meta('robots')]).toEqual([address, 404, [], ['noindex']])
      for (const part of ['<header', '<footer', 'Page not found']) expect(html, address).toContain(part)
    }
  })

  test('is the same for HEAD, without the page', async ({ site }) => {
    const cookie = 'marram_visitor=0123456789abcdef'
    for (const address of ['/sports', '/nowhere', '/sitemap.xml', '/rss.xml', '/robots.txt', '/sports/registration']) {
      const ask = (method: string) => fetch(site.url + address, { method, redirect: 'manual', headers: { cookie } })
      const [head, get] = await Promise.all([ask('HEAD'), ask('GET')])
      const of = ({ status, headers }: Response) => [
        address,
        status,
        ...['content-type', 'etag', 'location', 'cache-control'].map((name) => headers.get(name)),
      ]
      expect(of(head)).toEqual(of(get))
      expect(await head.text()).toBe('')
    }
  })

  test('redirects when a page has moved', async ({ site }) => {
    const led = async (address: string) => {
      const { status, headers } = await documentOf(site, address)
      return [status, headers.get('location')]
    }
    expect(await led('/sports/?page=2')).toEqual([308, '/sports?page=2'])
    expect(await led('/sports/registration')).toEqual([302, '/sports#open-events'])
  })

  test('is 503 with a time to retry while the API is down, in the app shell', BOTH, async ({ other }) => {
    other.api.isDown = true
    const calling = patterns.filter((pattern) => tried.includes(pattern) && !withoutCalls.includes(pattern))
    for (const address of new Set(['/', ...calling])) {
      const { status, html, headers } = await documentOf(other, address)
      expect([address, status, Number(headers.get('retry-after')) > 0]).toEqual([address, 503, true])
      const { canonical, meta } = headOf(html)
      expect([canonical, meta('robots')], address).toEqual([[], ['noindex']])
      for (const part of ['<header', '<footer', 'Try again']) expect(html, address).toContain(part)
      expect((await fetch(other.url + address, { method: 'HEAD' })).status, address).toBe(503)
    }
    // Pages that need no call work as usual.
    for (const address of withoutCalls)
      expect([address, (await documentOf(other, address)).status]).toEqual([address, 200])
    expect((await documentOf(other, '/nowhere')).status).toBe(404)
    expect((await fetch(`${other.url}/robots.txt`)).status).toBe(200)
    for (const file of ['/sitemap.xml', '/rss.xml']) {
      const { status, headers } = await fetch(other.url + file)
      expect([file, status, Number(headers.get('retry-after')) > 0]).toEqual([file, 503, true])
    }
  })
})
