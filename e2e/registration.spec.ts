import AxeBuilder from '@axe-core/playwright'
import { logIn, register } from '@marram/contracts/account'
import { paths } from '@marram/contracts/paths'
import type { Page } from '@playwright/test'
import { anyForms } from './support/any-form'
import { fillByKeyboard } from './support/fill-by-keyboard'
import { heic, largePhoto, smallPicture } from './support/pictures'
import { servicesOf } from './support/processes'
import { storedReleases } from './support/stored-releases'
import { addForms, submissionsOf } from './support/submissions'
import { expect, test } from './support/test'
import { buildVariant, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const sports = paths.registration('sports-entry')
const league = paths.registration('league-profile')
const SUBMIT = '**/api/submission/create'

const send = (page: Page) => page.getByRole('button', { name: 'REGISTER NOW!' })
const receipt = (page: Page) => page.getByRole('region', { name: 'Your registration is in' })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const saved = (page: Page) => expect(page.getByText(/Draft saved on this device at \d\d:\d\d/)).toBeVisible()
const editor = (page: Page) => page.getByRole('textbox', { name: /What would you drive/ })
/** Closing or reloading a page with something unsent asks; this visitor means it. */
const meansIt = (page: Page) => page.on('dialog', (dialog) => dialog.accept())

/** On a desk and on a phone, in light and in dark. */
async function isForEverybody(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        `${width} ${colorScheme}`,
      )
      .toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'wider than the screen').toBe(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('combobox').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
}

async function fillSports(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Phone number').fill('0207946011')
  await choose(page)
}

test('any form can be filled and sent by keyboard alone, and everything that was entered arrives', async ({
  site,
  page,
}) => {
  const { complaints, violations } = await watch(page)
  const forms = anyForms(1, 20261121)
  await addForms(site, forms)
  let entered: Record<string, string> = {}
  for (const { slug, submission_form } of forms) {
    await open(page, site.url + paths.registration(slug))
    if (submission_form.some((field) => field.data_type === 'paragraph'))
      await expect(page.getByRole('toolbar').first()).toBeVisible()
    const typed = await fillByKeyboard(page, slug)
    expect(Object.keys(typed)).toHaveLength(submission_form.length)
    await expect(receipt(page))
      .toBeFocused({ timeout: 15_000 })
      .catch(() => {})
    await expect(receipt(page).getByRole('heading')).toBeFocused()
    const pictures = submission_form.filter((field) => field.data_type === 'file').length
    await expect(receipt(page).getByRole('img')).toHaveCount(pictures)
    entered = typed
  }
  // The long one, as it is kept.
  const { slug, submission_form } = forms.at(-1) as (typeof forms)[number]
  const [row = ''] = await submissionsOf(site, slug)
  for (const words of Object.values(entered)) expect(row).toContain(words)
  expect(row.split('.webp').length).toBe(2)
  for (const field of submission_form.filter(({ data_type }) => data_type === 'selectfield'))
    expect(row).toContain(field.options?.[0])
  expect(complaints).toEqual([])
  expect(await violations()).toEqual([])
})

test('what is entered comes back after a reload, another version of the section, and another shell', async ({
  site,
  page,
}) => {
  meansIt(page)
  const live = await liveVersions(site)
  const next = await buildVariant({
    part: 'mfe-events',
    version: '9.5.0',
    edits: { 'src/registration/form-page.tsx': [['It takes a few minutes.', 'It takes a moment.']] },
  })
  const shell = storedReleases().find(({ manifest }) => manifest.name === 'shell')
  await release(site, 'publish', next)
  await release(site, 'publish', shell?.folder as string)

  await open(page, site.url + league)
  await page.getByLabel('Name on the leader board').fill('Rosalind')
  await choose(page)
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: smallPicture })
  await expect(page.getByText('a.png', { exact: true })).toBeVisible()
  await editor(page).click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('On foot')
  const isBack = async () => {
    await ready(page)
    await expect(page.getByText(/Here is what you entered until/)).toBeVisible()
    await expect(page.getByLabel('Name on the leader board')).toHaveValue('Rosalind')
    await expect(page.getByText('Alone', { exact: true }).first()).toBeVisible()
    await expect(editor(page).locator('strong')).toHaveText('On foot')
    await expect(page.getByRole('img', { name: 'Preview of Your image' })).toBeVisible()
  }
  // Sooner than a draft is saved by itself.
  await page.reload()
  await isBack()
  await saved(page)
  await isForEverybody(page)

  try {
    await release(site, 'promote', 'mfe-events', '9.5.0')
    await release(site, 'promote', 'shell', shell?.manifest.version as string)
    await expect
      .poll(async () => (await fetch(site.url + league)).text(), { timeout: 10_000 })
      .toMatch(new RegExp(`It takes a moment[^]*"${shell?.manifest.version}"`))
    // The open page goes on with what it was opened with.
    await expect(page.getByText('It takes a few minutes.')).toBeVisible()
    await page.reload()
    await isBack()
    await expect(page.getByText('It takes a moment.')).toBeVisible()
  } finally {
    for (const part of ['shell', 'mfe-events']) await release(site, 'promote', part, live[part] as string)
  }
  await send(page).click()
  await expect(receipt(page)).toContainText('On foot')
  await expect(receipt(page).getByRole('img')).toBeVisible()
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('marram:draft')))
  expect(await kept()).toEqual([])
})

test('an answer that is lost, an API that dies, a double click and Back: it is registered once', async ({
  site,
  page,
}) => {
  meansIt(page)
  const before = (await submissionsOf(site, 'sports-entry')).length
  await open(page, site.url + sports)
  await fillSports(page, 'Once only')
  let posts = 0
  await page.route(SUBMIT, async (route) => {
    posts += 1
    await route.fetch()
    process.kill(servicesOf(site.data).api as number, 'SIGKILL')
    await route.abort('connectionreset')
  })
  await send(page).dblclick()
  await expect(summary(page)).toContainText('it counts once only')
  await expect(summary(page)).toBeFocused()
  expect(posts).toBe(1)
  await page.unroute(SUBMIT)
  const again = async () => (await fetch(`${site.url}/api/form/detail/sports-entry`)).status
  await expect.poll(again, { timeout: 20_000 }).toBe(200)

  // Corrected after it had arrived: said, and the draft survives.
  await page.getByLabel('Full name').fill('Once or twice')
  await send(page).click()
  await expect(page.getByText('An earlier attempt has arrived')).toBeVisible()
  await page.getByLabel('Full name').fill('Once only')
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Full name')).toHaveValue('Once only')
  await send(page).click()
  await expect(receipt(page)).toContainText('Once only')
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page).toHaveTitle(/^Registered: Sports entry/)

  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  const rows = (await submissionsOf(site, 'sports-entry')).slice(before)
  expect(rows.filter((row) => row.includes('Once'))).toHaveLength(1)
})

test('refusals are said where they belong, offline it waits, and nobody leaves unasked', async ({
  site,
  page,
  context,
}) => {
  const { complaints } = await watch(page)
  await open(page, site.url + sports)
  await send(page).click()
  await expect(summary(page).getByRole('link')).toHaveText([/Full name/, /Phone number/, /Which distance/])
  await summary(page)
    .getByRole('link', { name: /Phone number/ })
    .click()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await isForEverybody(page)
  await fillSports(page, 'Waiting')

  const refuse = (code: number, body: object) =>
    page.route(SUBMIT, (route) => route.fulfill({ status: code, json: { code, ...body } }), { times: 1 })
  await refuse(400, {
    response: 'Phone number: odd',
    errors: { 'Phone number': 'Use ten digits', Elsewhere: 'Not here' },
  })
  await send(page).click()
  await expect(summary(page).getByRole('listitem')).toHaveText(['Use ten digits', 'Elsewhere: Not here'])
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
  await refuse(410, { response: 'This form closed on 2 April 2027.' })
  await send(page).click()
  await expect(summary(page)).toContainText('This form closed on 2 April 2027.')
  await expect(page.getByText('Error!').first()).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Waiting')
  complaints.length = 0

  await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without sending?' })
  await expect(question).toContainText('A draft of it stays on this device')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(page.url()).toBe(site.url + sports)
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  await (await asked).dismiss()

  expect(complaints).toEqual([])

  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByText('You are offline, so nothing has been sent yet.')).toBeVisible()
  await context.setOffline(false)
  await expect(receipt(page)).toContainText('Waiting')
  await isForEverybody(page)
  // Printed without buttons, and without what only a screen needs.
  await page.emulateMedia({ media: 'print' })
  await expect(receipt(page).getByText('0207946011')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print this receipt' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Register somebody else' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('pictures are told by what they are, dropped, pasted, scaled down, replaced and removed', async ({
  site,
  page,
}) => {
  meansIt(page)
  await open(page, site.url + sports)
  const input = page.locator('input[type=file]')
  const give = (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer })
  const words = page.getByRole('main').getByRole('status')
  await give('a.png', 'image/png', Buffer.from('no picture at all'))
  await expect(words.filter({ hasText: 'a.png is not an image that we can take' })).toBeVisible()
  await give('b.heic', 'image/heic', heic)
  await expect(words.filter({ hasText: 'b.heic is a HEIC photo' })).toBeVisible()
  await give('c.png', 'image/png', smallPicture.subarray(0, 40))
  await expect(words.filter({ hasText: 'c.png is broken' })).toBeVisible()
  await give('d.txt', 'text/plain', smallPicture)
  await expect(words.filter({ hasText: 'd.txt' }).filter({ hasText: 'ready to send' })).toBeVisible()

  const photo = await largePhoto(page)
  expect(photo.length).toBeGreaterThan(1_500_000)
  await give('e.jpg', 'image/jpeg', photo)
  const preview = page.getByRole('img', { name: 'Preview of e.jpg' })
  await expect(preview).toBeVisible()
  const size = await preview.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
    image.src.length,
  ])
  expect(size.slice(0, 2)).toEqual([2400, 1800])
  expect(size[2]).toBeLessThan(photo.length)

  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(preview).toBeHidden()
  await expect(input).toBeFocused()
  for (const kind of ['drop', 'paste'] as const) {
    await input.evaluate(
      (element, { kind, bytes }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes)], `${kind}.png`, { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
        )
      },
      { kind, bytes: [...smallPicture] },
    )
    await expect(page.getByRole('img', { name: `Preview of ${kind}.png` })).toBeVisible()
  }
})

test('a form of unknown kinds is filled as text and reported, an empty one says so, a broken one can be tried again', async ({
  site,
  page,
}) => {
  const definition = (submission_form: object[]) => ({ code: 200, data: { form_name: 'Odd form', submission_form } })
  const odd = definition([{ data_label: 'Colour', data_type: 'colourfield', data_value: '' }])
  const answers = [{ code: 500, response: 'No' }, definition([]), odd, odd]
  await page.route('**/api/form/detail/*', (route) => {
    const json = answers.shift() as { code: number }
    return route.fulfill({ status: json.code, json })
  })
  const open = (await (await fetch(`${site.url}/api/sports/open`)).json()) as {
    data: { slug: string; form?: string }[]
  }
  const { slug } = open.data.find(({ form }) => form) as { slug: string }
  await page.goto(site.url + paths.sport(slug))
  await ready(page)
  const register = page.getByRole('main').getByRole('link', { name: 'REGISTER NOW' }).first()
  await register.click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing to show.')).toBeVisible()
  await expect(send(page)).toBeHidden()
  await page.goBack()
  const reported = page.waitForRequest(/\/releases\/reports/)
  await register.click()
  await page.getByLabel('Colour').fill('Teal')
  expect((await reported).postData()).toContain('colourfield')
  const posted = page.waitForRequest(SUBMIT)
  await page.route(SUBMIT, (route) => route.fulfill({ json: { code: 200, response: 'Noted.' } }))
  await send(page).click()
  expect((await posted).postDataJSON().form_data).toEqual([
    { data_label: 'Colour', data_type: 'colourfield', data_value: 'Teal' },
  ])
  await expect(receipt(page)).toContainText('Teal')
  // Fetched again after the submission.
  await expect.poll(() => answers.length).toBe(0)
})

test('what is typed and chosen before the page responds is kept, rich text with it', async ({ site, page }) => {
  let arrive = () => {}
  const allowed = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\.js(\?|$)/, async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto(site.url + league, { waitUntil: 'commit' })
  await page.getByLabel('Name on the leader board').fill('Early')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'early.png', mimeType: 'image/png', buffer: smallPicture })
  await page.locator('textarea').fill('first <line>\nsecond')
  arrive()
  await ready(page)
  await expect(editor(page)).toHaveText('first <line>second')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type(' and more')
  await expect(editor(page).locator('p')).toHaveText(['first <line>', 'second and more'])
  await expect(page.getByText('early.png', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name on the leader board')).toHaveValue('Early')
})

test('the form for submissions: behind the login, keeps what is entered over its end, and forgets it at log-out', async ({
  site,
  page,
}) => {
  meansIt(page)
  const account = { first_name: 'Ada', last_name: 'Okafor', phone: '0123456780', email: 'ada@example.org' }
  const password = 'sea lavender'
  const post = async (path: string, body: object) =>
    (
      await fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()
  await post(register.path, { ...account, password, password2: password })
  const comeIn = async () => {
    const tokens = await post(logIn.path, { email: account.phone, password })
    await page.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('access_token', access_token)
      localStorage.setItem('refresh_token', refresh_token)
      localStorage.setItem('loggedIn', 'true')
    }, tokens)
  }
  await page.goto(site.url + paths.submissionRegistration())
  await expect(page).toHaveURL(/\/login\?from=/)
  await comeIn()
  await open(page, site.url + paths.submissionRegistration())
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(10)
  await page.getByLabel('Title of your work').fill('Where the water stood')
  await send(page).click()
  await expect(page.getByText('Not open yet').first()).toBeVisible()
  await isForEverybody(page)
  await saved(page)

  // The session runs out.
  await page.evaluate(() => localStorage.setItem('access_token', 'over'))
  await page.evaluate(() => localStorage.setItem('refresh_token', 'over'))
  await page.reload()
  await expect(page).toHaveURL(/\/login\?from=/)
  await comeIn()
  await open(page, site.url + paths.submissionRegistration())
  await expect(page.getByLabel('Title of your work')).toHaveValue('Where the water stood')
  await open(page, site.url + sports)
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: smallPicture })
  await saved(page)
  const kept = () =>
    page.evaluate(async () => {
      const texts = Object.keys(localStorage).filter((key) => key.startsWith('marram:draft:'))
      const opening = indexedDB.open('marram-drafts')
      await new Promise((done) => {
        opening.onsuccess = done
      })
      const counting = opening.result.transaction('pictures').objectStore('pictures').count()
      await new Promise((done) => {
        counting.onsuccess = done
      })
      opening.result.close()
      return { texts: texts.length, pictures: counting.result }
    })
  await expect.poll(kept).toEqual({ texts: 2, pictures: 1 })
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You are logged out on this device.')).toBeVisible()
  await expect.poll(kept).toEqual({ texts: 0, pictures: 0 })
})
