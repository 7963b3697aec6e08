import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { smallPicture } from '../fixtures/browser/pictures'
import { ready, watch } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

const SCRIPTS = /\.js(\?|$)/
const registration = paths.registration('fixture-entry')
const registrationForm = (page: Page) => page.locator('form#registration')
const newsletter = (page: Page) => page.locator('form#newsletter')
const email = (page: Page) => page.getByLabel('Your e-mail address')

/** Holds every script file back until the returned function is called. */
async function withoutScriptsYet(page: Page): Promise<() => void> {
  let arrive = () => {}
  const allowed = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(SCRIPTS, async (route) => {
    await allowed
    await route.continue()
  })
  return arrive
}

/** What forms sent, and whether a form made the browser leave the page. */
function sentBy(page: Page): { bodies: string[]; left: () => boolean } {
  const bodies: string[] = []
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
    else if (request.method() === 'POST' && request.url().includes('/api/')) bodies.push(request.postData() ?? '')
  })
  return { bodies, left: () => documents > 1 }
}

test.describe('a form that is sent before hydration', () => {
  test('newsletter: it waits, shows that, and is sent once', async ({ site, page }) => {
    const arrive = await withoutScriptsYet(page)
    const sent = sentBy(page)
    await page.goto(site.url, { waitUntil: 'commit' })
    await email(page).fill('early@example.org')
    await newsletter(page).getByRole('button').click()
    await expect(newsletter(page).getByRole('status')).toHaveText(/sent as soon as it is ready/)
    await email(page).press('Enter')
    expect(sent.bodies).toEqual([])
    arrive()
    expect(await ready(page)).toBe('hydrated')
    await expect(newsletter(page)).toContainText('You are on the list')
    await expect(newsletter(page).getByRole('status')).toBeHidden()
    expect(sent.bodies.map((body) => JSON.parse(body))).toEqual([{ email: 'early@example.org' }])
    expect(sent.left()).toBe(false)
  })

  test(
    'newsletter on a page that the browser renders: text typed into the app shell is sent',
    VERIFY,
    async ({ site, page }) => {
      const arrive = await withoutScriptsYet(page)
      const sent = sentBy(page)
      await page.goto(site.url + paths.quizResponse('Ada', '0123456789'), { waitUntil: 'commit' })
      await email(page).fill('frame@example.org')
      await email(page).press('Enter')
      await expect(newsletter(page).getByRole('status')).toBeVisible()
      arrive()
      expect(await ready(page)).toBe('fresh')
      await expect(newsletter(page)).toContainText('You are on the list')
      expect(sent.bodies.map((body) => JSON.parse(body))).toEqual([{ email: 'frame@example.org' }])
      expect(sent.left()).toBe(false)
    },
  )

  test(
    'registration: it keeps what was typed, asks for choices that were not possible yet, and React logs nothing',
    VERIFY,
    async ({ developmentSite, page }) => {
      const { complaints } = await watch(page)
      const arrive = await withoutScriptsYet(page)
      const sent = sentBy(page)
      await page.goto(developmentSite.url + registration, { waitUntil: 'commit' })
      await page.getByLabel('Full name').fill('Rosalind Okafor')
      await page.getByLabel('Phone number').fill('0207946011')
      const photo = { name: 'early.png', mimeType: 'image/png', buffer: smallPicture }
      await page.locator('input[type=file]').setInputFiles(photo)
      await page.getByRole('combobox').click()
      const send = page.getByRole('button', { name: 'REGISTER NOW!' })
      await send.click()
      await expect(registrationForm(page).getByRole('status').filter({ hasText: 'still loading' })).toBeVisible()
      arrive()
      expect(await ready(page)).toBe('hydrated')
      const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
      await expect(summary.getByRole('listitem')).toHaveText([/Which distance would you like/])
      await expect(page.getByText('still loading')).toHaveCount(2)
      for (const words of await page.getByText('still loading').all()) await expect(words).toBeHidden()
      await page.getByRole('combobox').click()
      await page.locator('.ant-select-item-option').first().click()
      await send.click()
      await expect(page.getByRole('region', { name: 'Your registration is in' })).toContainText('Rosalind Okafor')
      expect(sent.bodies).toHaveLength(1)
      expect(JSON.parse(sent.bodies[0] ?? '').form_data).toMatchObject([
        { data_label: 'Full name', data_value: 'Rosalind Okafor' },
        { data_label: 'Phone number', data_value: '0207946011' },
        { data_label: 'Town or village', data_value: '' },
        { data_label: 'Which distance would you like?', data_value: 'The whole course' },
        // Chosen before any script could read it, and sent before it was read.
        {
          data_label: 'Photo for your badge',
          data_value: `data:image/png;base64,${smallPicture.toString('base64')}`,
        },
      ])
      expect(sent.left()).toBe(false)
      expect(complaints).toEqual([])
    },
  )

  test('unsent text stays, with the caret', async ({ site, page }) => {
    const arrive = await withoutScriptsYet(page)
    await page.goto(site.url + registration, { waitUntil: 'commit' })
    await page.getByLabel('Full name').fill('Rosalind Okafor')
    await page.getByLabel('Phone number').fill('7946011')
    await page.getByLabel('Phone number').press('Home')
    await page.getByLabel('Phone number').press('ArrowRight')
    arrive()
    await ready(page)
    await page.keyboard.type('020')
    await expect(page.getByLabel('Full name')).toHaveValue('Rosalind Okafor')
    await page.getByRole('button', { name: 'REGISTER NOW!' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary.getByRole('listitem')).toHaveText([/Which distance would you like/])
    await expect(page.getByLabel('Phone number')).toHaveValue('7020946011')
  })

  test('search does not wait: its form submits to an address', VERIFY, async ({ site, page }) => {
    await withoutScriptsYet(page)
    await page.goto(site.url, { waitUntil: 'commit' })
    await page.getByLabel('Search the site').fill('oak')
    await page.getByLabel('Search the site').press('Enter')
    await expect(page).toHaveURL(`${site.url}${paths.search({ q: 'oak' })}`)
  })
})

test('a row of slides moves at once, and a picture that was pressed opens when it can', async ({ site, page }) => {
  const arrive = await withoutScriptsYet(page)
  await page.goto(site.url + paths.sports(), { waitUntil: 'commit' })
  const partners = page.getByRole('group', { name: 'Powered by' })
  await partners.getByRole('button', { name: 'Next partners' }).click()
  const scrolled = () => partners.getByRole('list').evaluate((row) => row.scrollLeft)
  await expect.poll(scrolled).toBeGreaterThan(50)
  await page.goto(site.url, { waitUntil: 'commit' })
  const picture = page.locator('#gallery').getByRole('button').first()
  await picture.click()
  await expect(picture).toHaveAttribute('data-held', 'soon')
  arrive()
  expect(await ready(page)).toBe('hydrated')
  await expect(page.getByRole('dialog', { name: 'Gallery' })).toBeVisible()
})

test(
  'when the scripts never load, both forms say after some seconds that nothing was sent',
  VERIFY,
  async ({ site, page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    const sent = sentBy(page)
    await page.goto(site.url + registration)
    await page.getByLabel('Full name').fill('Rosalind Okafor')
    await page.getByRole('button', { name: 'REGISTER NOW!' }).click()
    await email(page).fill('never@example.org')
    await email(page).press('Enter')
    for (const form of [registrationForm(page), newsletter(page)]) {
      await expect(form.getByRole('alert')).toContainText('nothing has been sent', { timeout: 20_000 })
      await expect(form.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^tel:/)
    }
    await expect(page.getByLabel('Full name')).toHaveValue('Rosalind Okafor')
    expect(sent.bodies).toEqual([])
    expect(sent.left()).toBe(false)
  },
)

test('without scripts, both forms explain what to do instead and cannot be sent', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url + registration)
  // Playwright's search by text leaves this element out.
  const notes = page.locator('noscript p')
  await expect(notes).toHaveCount(2)
  for (const [i, form] of [registrationForm(page), newsletter(page)].entries()) {
    const words = notes.nth(i)
    await expect(words).toBeVisible()
    await expect(words).toContainText('This form needs JavaScript')
    await expect(words.locator('a')).toHaveAttribute('href', /^tel:/)
    await expect(form.locator('[type=submit]')).toBeHidden()
  }
  await expect(email(page)).toBeHidden()

  // The Enter key sends a form whose button is hidden, too.
  await page.getByLabel('Full name').fill('Rosalind Okafor')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByLabel('Full name').press('Enter')
  expect((await answered).status()).toBe(405)
  await expect(page.getByText('This form needs JavaScript, so nothing has been sent.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Full name')).toHaveValue('Rosalind Okafor')
  await context.close()
})

test.describe('what is far below', () => {
  const isLaidOut = (page: Page) =>
    page
      .locator('main section ~ section, footer')
      .last()
      .evaluate((footer) => getComputedStyle(footer).contentVisibility === 'visible')

  test('is laid out once the page responds', async ({ site, page }) => {
    const arrive = await withoutScriptsYet(page)
    await page.goto(site.url, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    expect(await isLaidOut(page)).toBe(false)
    arrive()
    await ready(page)
    expect(await isLaidOut(page)).toBe(true)
  })

  const ways: Record<string, (page: Page) => Promise<void>> = {
    'by the key End': (page) => page.keyboard.press('End'),
    'by a jump': (page) =>
      page.evaluate(() => document.querySelector('form#newsletter')?.scrollIntoView({ block: 'center' })),
  }
  for (const [how, goThere] of Object.entries(ways))
    test(`stays in its place when a visitor gets there before, ${how}`, async ({ site, page }) => {
      const arrive = await withoutScriptsYet(page)
      await page.goto(site.url, { waitUntil: 'commit' })
      await page.getByRole('contentinfo').waitFor()
      await goThere(page)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
      const seen = await page.evaluateHandle(
        () => document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body,
      )
      const placeOf = () => seen.evaluate((element) => element.getBoundingClientRect().top)
      await expect.poll(async () => (await placeOf()) - (await placeOf())).toBe(0)
      const before = await placeOf()
      arrive()
      await ready(page)
      expect(await isLaidOut(page)).toBe(true)
      expect(Math.abs((await placeOf()) - before)).toBeLessThan(2)
    })

  test('is laid out at once where a document is shown at a place in it', async ({ site, page }) => {
    await page.goto(site.url)
    await ready(page)
    const place = await page.evaluate(() => {
      scrollTo(0, 2000)
      return scrollY
    })
    const arrive = await withoutScriptsYet(page)
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    expect(await isLaidOut(page)).toBe(true)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
    arrive()
    await ready(page)
    await page.goto(`${site.url}/about-us#who-we-are`, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    expect(await isLaidOut(page)).toBe(true)
  })
})
