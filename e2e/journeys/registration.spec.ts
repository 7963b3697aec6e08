import { logIn, register } from '@marram/api-contract/account'
import { paths } from '@marram/api-contract/paths'
import type { Locator, Page } from '@playwright/test'
import { foreignFields, heldBy, isLeft, ownForms, seed } from '../fixtures/api/any-form'
import { addForms, answersOf, submissionsOf } from '../fixtures/api/submissions'
import { fillByKeyboard } from '../fixtures/browser/fill-by-keyboard'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { heic, largePhoto, noisyPhoto, smallPicture } from '../fixtures/browser/pictures'
import { ready, watch } from '../fixtures/browser/watch'
import { promote, publish } from '../fixtures/releases/releases'
import { storedReleases } from '../fixtures/releases/stored-releases'
import { buildVariant, liveVersions } from '../fixtures/releases/variant'
import { servicesOf } from '../fixtures/site/processes'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

const sports = paths.registration('fixture-entry')
const league = paths.registration('fixture-profile')
const SUBMIT = '**/api/submission/create'

const send = (page: Page) => page.getByRole('button', { name: 'REGISTER NOW!' })
const receipt = (page: Page) => page.getByRole('region', { name: 'Your registration is in' })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const saved = (page: Page) => expect(page.getByText(/Draft saved on this device at \d\d:\d\d/)).toBeVisible()
const editor = (page: Page) => page.getByRole('textbox', { name: /What would you drive/ })
const textIn = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<')
/** Closing or reloading a page with unsent input asks for confirmation; this visitor confirms. */
const meansIt = (page: Page) => page.on('dialog', (dialog) => dialog.accept())

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

test('any form can be filled and sent by keyboard alone, and all values arrive', BOTH, async ({ site, page }) => {
  console.log(`forms of seed ${seed}; another one is chosen by MARRAM_SEED`)
  const { complaints, violations } = await watch(page)
  const forms = ownForms()
  await addForms(site, forms)
  for (const { slug, submission_form } of forms) {
    await open(page, site.url + paths.registration(slug))
    if (submission_form.some((field) => field.data_type === 'paragraph'))
      await expect(page.getByRole('toolbar').first()).toBeVisible()
    const leave = submission_form.flatMap((field, i) => (isLeft(field, i) ? [`field-${i + 1}`] : []))
    const typed = await fillByKeyboard(page, { mark: slug, leave })
    expect(Object.keys(typed)).toHaveLength(submission_form.length - leave.length)
    await expect(receipt(page).getByRole('heading')).toBeFocused({ timeout: 15_000 })
    const kept = (await answersOf(site, slug)).at(-1) ?? []
    expect(kept).toHaveLength(submission_form.length)
    for (const [i, field] of submission_form.entries()) {
      const value = heldBy(field, typed[`field-${i + 1}`])
      if (value === undefined) expect(kept[i], field.data_label).toMatch(/\.webp$/)
      else expect(kept[i], field.data_label).toBe(value)
    }
    await expect(receipt(page).getByRole('img')).toHaveCount(kept.filter((value) => value.endsWith('.webp')).length)
  }
  expect(complaints).toEqual([])
  expect(await violations()).toEqual([])
})

test(
  'entered values come back after a reload, a crash, another version of the section, and another shell',
  VERIFY,
  async ({ site, page: first, context }) => {
    let page = first
    meansIt(page)
    const live = await liveVersions(site)
    const next = await buildVariant({
      part: 'mfe-events',
      version: '9.5.0',
      edits: { 'src/registration/form-page.tsx': [['It takes a few minutes.', 'It takes a moment.']] },
    })
    const shell = storedReleases().find(({ manifest }) => manifest.name === 'shell')
    await publish(site, next)
    await publish(site, shell?.folder as string)

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
    // Earlier than the automatic save of a draft.
    await page.reload()
    await isBack()
    await saved(page)
    await expectForEverybody(page, 'a restored draft')

    // The page crashes; the next one has everything.
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    session.send('Page.crash').catch(() => {})
    await crashed
    await page.close()
    page = await context.newPage()
    meansIt(page)
    await page.goto(site.url + league)
    await isBack()

    // Half filled during the swap, and never loaded again.
    const typing = await context.newPage()
    await open(typing, site.url + sports)
    await typing.getByLabel('Full name').fill('Before and')

    try {
      await promote(site, 'mfe-events', '9.5.0')
      await promote(site, 'shell', shell?.manifest.version as string)
      await expect
        .poll(async () => (await fetch(site.url + league)).text(), { timeout: 10_000 })
        .toMatch(new RegExp(`It takes a moment[^]*"${shell?.manifest.version}"`))
      // The open page continues with the versions that it was opened with.
      await expect(page.getByText('It takes a few minutes.')).toBeVisible()
      await page.reload()
      await isBack()
      await expect(page.getByText('It takes a moment.')).toBeVisible()
      await typing.getByLabel('Full name').press('End')
      await typing.keyboard.type(' after')
      await typing.getByLabel('Phone number').fill('0207946011')
      await choose(typing)
      await send(typing).click()
      await expect(receipt(typing)).toContainText('Before and after')
      await typing.close()
    } finally {
      for (const part of ['shell', 'mfe-events']) await promote(site, part, live[part] as string)
    }
    await send(page).click()
    await expect(receipt(page)).toContainText('On foot')
    await expect(receipt(page).getByRole('img')).toBeVisible()
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('marram:draft')))
    expect(await kept()).toEqual([])
  },
)

test(
  'a lost response, a killed API, a double click and Back: the visitor is registered once',
  VERIFY,
  async ({ site, page }) => {
    meansIt(page)
    const before = (await submissionsOf(site, 'fixture-entry')).length
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
    const again = async () => (await fetch(`${site.url}/api/form/detail/fixture-entry`)).status
    await expect.poll(again, { timeout: 20_000 }).toBe(200)

    // Corrected after it had arrived: the message explains it, and the draft stays.
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
    await expect(page).toHaveTitle(/^Registered: Fixture entry/)

    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Publications' })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    const rows = (await submissionsOf(site, 'fixture-entry')).slice(before)
    expect(rows.filter((row) => row.includes('Once'))).toHaveLength(1)
  },
)

test('errors appear at their fields, offline it waits, and leaving asks for confirmation', async ({
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
  await fillSports(page, 'Waiting')

  const refuse = (code: number, body: object) =>
    page.route(SUBMIT, (route) => route.fulfill({ status: code, json: { code, ...body } }), { times: 1 })
  await refuse(400, {
    response: 'Phone number: odd',
    errors: { 'Phone number': 'Use ten digits', Elsewhere: 'Not here' },
  })
  await send(page).click()
  await expect(summary(page).getByRole('listitem')).toHaveText(['Phone number: Use ten digits', 'Elsewhere: Not here'])
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
  // Printed without buttons, and without screen-only elements.
  await page.emulateMedia({ media: 'print' })
  await expect(receipt(page).getByText('0207946011')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print this receipt' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Register somebody else' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('pictures are recognized by content, dropped, pasted, scaled down, replaced and removed', async ({
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

  // The image is still being read when the form is sent: the form waits, and sends it too.
  await fillSports(page, 'Patient')
  await page.evaluate(() => {
    const decode = window.createImageBitmap
    const held = new Promise((resolve) => Object.assign(window, { decodeNow: resolve }))
    window.createImageBitmap = async (...given: unknown[]) => {
      await held
      return Reflect.apply(decode, window, given)
    }
  })
  await give('slow.png', 'image/png', smallPicture)
  const bar = page.getByRole('progressbar', { name: 'Reading paste.png' })
  await expect(bar).toHaveAttribute('aria-valuenow', '10')
  const bodies: { form_data: { data_value: string }[] }[] = []
  await page.route(SUBMIT, (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({ json: { code: 413, response: 'This is too large to send.' } })
  })
  await send(page).click()
  await expect(page.getByRole('button', { name: 'Reading your images' })).toBeVisible()
  expect(bodies).toEqual([])
  await page.evaluate(() => (window as unknown as { decodeNow: () => void }).decodeNow())
  // A host with a lower limit than ours: the message names the image.
  await expect(summary(page).getByRole('link')).toHaveText([/“Photo for your badge” has 1 KB/])
  expect(bodies[0]?.form_data.at(-1)?.data_value).toBe(`data:image/png;base64,${smallPicture.toString('base64')}`)
  await expect(page.getByText('slow.png', { exact: true })).toBeVisible()
})

test('more photos than our API accepts together are made smaller until they fit', VERIFY, async ({ site, page }) => {
  meansIt(page)
  await addForms(site, [
    {
      slug: 'many-photos',
      form_name: 'Many photos',
      submission_form: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => ({ data_label: `Photo ${i}`, data_type: 'file' })),
    },
  ])
  await open(page, site.url + paths.registration('many-photos'))
  const noise = await noisyPhoto(page)
  // The last one is small, and stays unchanged.
  const inputs = await page.locator('input[type=file]').all()
  for (const [i, input] of inputs.entries())
    await input.setInputFiles({
      name: `${i}.jpg`,
      mimeType: 'image/jpeg',
      buffer: i < 7 ? noise : smallPicture,
    })
  await expect(page.getByText(/ready to send/)).toHaveCount(8, { timeout: 30_000 })
  const sizesIn = async (part: Locator) =>
    part.getByRole('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.length))
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  const most = 24 * 1024 * 1024
  expect(sum(await sizesIn(page.locator('form#registration')))).toBeGreaterThan(most)
  let body: Buffer | null = null
  await page.route(SUBMIT, (route) => {
    body = route.request().postDataBuffer()
    return route.fulfill({ json: { code: 200, response: 'Noted.' } })
  })
  await send(page).click()
  await expect(receipt(page).getByRole('img')).toHaveCount(8, { timeout: 30_000 })
  const sizes = await sizesIn(receipt(page))
  expect(sum(sizes)).toBeLessThan(most)
  expect((body as Buffer | null)?.length).toBeLessThan(most)
  expect(sizes.at(-1)).toBeLessThan(200)
})

test(
  'a field of an unknown kind is filled as text and reported, an empty form says so, a failed one can be tried again',
  VERIFY,
  async ({ site, page }) => {
    const definition = (submission_form: object[]) => ({ code: 200, data: { form_name: 'Odd form', submission_form } })
    const fields = foreignFields()
    const odd = definition(fields)
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
    await expectForEverybody(page, 'a form that asks nothing')
    await expect(send(page)).toBeHidden()
    await page.goBack()
    const reported = page.waitForRequest(/\/releases\/reports/)
    await register.click()
    expect((await reported).postData()).toContain('colourfield')
    const posted = page.waitForRequest(SUBMIT)
    await page.route(SUBMIT, (route) => route.fulfill({ json: { code: 200, response: 'Noted.' } }))
    if (fields.some((field) => field.data_type === 'paragraph')) await expect(page.getByRole('toolbar')).toBeVisible()
    const leave = fields.flatMap((field, i) => (isLeft(field, i) ? [`field-${i + 1}`] : []))
    const typed = await fillByKeyboard(page, { mark: 'odd', leave })
    const filled = (await posted).postDataJSON().form_data as { data_value: string }[]
    expect(filled).toEqual(
      fields.map(({ data_label, data_type }) => ({ data_label, data_type, data_value: expect.any(String) })),
    )
    for (const [i, field] of fields.entries()) {
      const value = heldBy(field, typed[`field-${i + 1}`])
      const sent = filled[i]?.data_value ?? ''
      if (value === undefined) expect(sent, field.data_label).toMatch(/^data:image\/png;base64,/)
      else expect(field.data_type === 'paragraph' ? textIn(sent) : sent, field.data_label).toBe(value)
    }
    await expect(receipt(page)).toContainText('odd field-1')
    // Loaded again after the submission.
    await expect.poll(() => answers.length).toBe(0)
  },
)

test('the buttons of the text editor fit in one row on a phone, and in two on a small one', async ({ site, page }) => {
  for (const [width, rows] of [
    [390, [7]],
    [320, [4, 3]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, site.url + league)
    const toolbar = page.getByRole('toolbar').first()
    await expect(toolbar).toBeVisible()
    const boxes = await toolbar
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
    const tops = boxes.map(({ top }) => top)
    expect([...new Set(tops)].map((row) => tops.filter((top) => top === row).length)).toEqual(rows)
    expect(Math.min(...boxes.map((box) => box.width))).toBeGreaterThanOrEqual(40)
    expect(Math.min(...boxes.map((box) => box.height))).toBeGreaterThanOrEqual(44)
  }
})

test('values typed and chosen before hydration are kept, rich text included', async ({ site, page }) => {
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

test('the form for submissions: needs a login, keeps its values after the session ends, and drops them at log-out', async ({
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
  await page.getByLabel('Title', { exact: true }).fill('Where the water stood')
  await send(page).click()
  await expect(page.getByRole('alert').first()).toContainText('Choose an answer for “What is it?”')
  await saved(page)

  // The session expires.
  await page.evaluate(() => localStorage.setItem('access_token', 'over'))
  await page.evaluate(() => localStorage.setItem('refresh_token', 'over'))
  await page.reload()
  await expect(page).toHaveURL(/\/login\?from=/)
  await comeIn()
  await open(page, site.url + paths.submissionRegistration())
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Where the water stood')
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
