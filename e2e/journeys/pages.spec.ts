import { addressOf, patterns as everyPattern, sections } from '../fixtures/browser/every-page'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test } from '../fixtures/test'

type Listed = { slug: string; title: string; form: string | null }
const data = async <T>(url: string): Promise<T> => ((await (await fetch(url)).json()) as { data: T }).data

test('each page holds its content without JavaScript', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const sports = await data<Listed[]>(`${site.url}/api/sports/open`)
  const home = await data<{ title: string }>(`${site.url}/api/home/`)
  const featured = (await (await fetch(`${site.url}/api/main-news/featured`)).json()) as {
    data?: Listed[]
    Data?: Listed[]
  }
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
  for (const item of (featured.data ?? featured.Data ?? []).slice(0, 8))
    await expect(page.getByRole('link', { name: item.title }).first()).toBeVisible()
  await page.goto(`${site.url}/sports`)
  for (const { title } of sports) await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  const first = sports.find((each) => each.form) as Listed
  await page.goto(`${site.url}/sports-details/${first.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)
  await page.getByRole('link', { name: 'REGISTER NOW' }).click()
  await expect(page).toHaveURL(`${site.url}/event/registration/${first.form}?event=${first.slug}`)
  const form = await data<{ form_name: string; submission_form: { data_label: string }[] }>(
    `${site.url}/api/form/detail/${first.form}`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.form_name)
  for (const { data_label } of form.submission_form) await expect(page.getByText(data_label).first()).toBeVisible()
  await context.close()
})

for (const { name, pages: patterns } of sections) {
  test(`every address of ${name} gets a page in the app shell`, async ({ site }) => {
    for (const { pattern } of patterns) {
      const leadsOn = !everyPattern.includes(pattern)
      const address = leadsOn ? pattern : await addressOf(site, pattern)
      const { status, html, composition, headers } = await documentOf(site, address)
      expect(composition, address).toMatch(/^[0-9a-f]{32}$/)
      if (leadsOn) {
        expect(status, address).toBe(302)
        expect(headers.get('location'), address).toBe(pattern.replace('/registration', '#open-events'))
        continue
      }
      expect(status, address).toBe(200)
      expect(html, address).toContain('<header')
      expect(html, address).toContain('<footer')
      expect(html, address).toContain('Tech Initiatives')
    }
  })
}

test('an unknown address is a 404 with a link to home', async ({ site, page }) => {
  const response = await page.goto(`${site.url}/no/such/page`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'BACK TO HOME' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
})

test('strange addresses get a response and never a 5xx', async ({ site }) => {
  for (const address of [
    '/%E0%A4%A',
    '/sports-details/%2e%2e',
    '/sports?q=%00',
    '//evil.example/',
    '/sports/',
    `/sports-details/${'x'.repeat(3000)}`,
    '/<script>',
    '/sports-details/%3Cscript%3E',
  ]) {
    const { status, headers } = await documentOf(site, address)
    expect(status, address).toBeLessThan(500)
    expect(headers.get('location') ?? '/', address).toMatch(/^\/(?!\/)/)
  }
})

test('a page names its composition, is not cached by others, and is revalidated cheaply', async ({ site }) => {
  const { headers, outcome } = await documentOf(site, '/sports')
  expect(outcome).toMatch(/^server/)
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('set-cookie')).toMatch(
    /^marram_visitor=[0-9a-f]{16}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  )
  const again = await fetch(`${site.url}/sports`, {
    headers: { 'if-none-match': headers.get('etag') ?? '', cookie: 'marram_visitor=0123456789abcdef' },
  })
  expect(again.status).toBe(304)
  expect(again.headers.get('set-cookie')).toBeNull()
})

test('every visitor gets the same page, logged in or not', async ({ site }) => {
  const as = async (cookie: string) => (await fetch(`${site.url}/sports`, { headers: { cookie } })).text()
  expect(await as('marram_visitor=0123456789abcdef')).toBe(await as('access_token=whatever; other=1'))
})
