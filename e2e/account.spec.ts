import AxeBuilder from '@axe-core/playwright'
import { paths } from '@marram/contracts/paths'
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { aFewAtATime } from './support/a-few-at-a-time'
import { askApi, kept, loggedIn, newAccount } from './support/accounts'
import type { FaultProxy } from './support/fault-proxy'
import { expect, test } from './support/test'
import { buildVariant, liveVersions, release } from './support/variant'
import { ready, watch } from './support/watch'

const guarded = paths.submissionRegistration()
const header = (page: Page) => page.getByRole('banner')
const logOut = (page: Page) => header(page).getByRole('button', { name: 'Log out' })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const toast = (page: Page, title: string) =>
  page.locator(title === 'Error!' ? '[role=alert]' : '[role=status]').filter({ hasText: title })
const phone = (page: Page) => page.getByLabel('Phone', { exact: true })
const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })
const send = (page: Page) => page.getByRole('main').locator('[type=submit]')
const asked = (proxy: FaultProxy, call: string) => proxy.asked.filter((path) => path.includes(call)).length

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** Holds calls back until they are let go. */
async function hold(page: Page, call: RegExp): Promise<() => void> {
  let letGo = () => {}
  const allowed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(call, async (route) => {
    await allowed
    await route.continue()
  })
  return letGo
}

test('a visitor who needs a login makes an account, logs in and arrives where they were going', async ({
  faults,
  page,
}) => {
  const { complaints, violations } = await watch(page)
  await open(page, faults.url + guarded)
  await expect(page).toHaveURL(faults.url + paths.login({ from: guarded }))
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(faults.url + paths.register({ from: guarded }))

  // Nothing is filled in: all at once, in the order of the fields, in the words of the specification.
  await send(page).click()
  await expect(summary(page)).toBeFocused()
  const said = [
    'First name is required',
    'Last name is required',
    'Phone no is required',
    'Email is required',
    'Password is required',
    'Confirm your password',
  ]
  await expect(summary(page).getByRole('link')).toHaveText(said)
  await expect(page).toHaveTitle('Error: Create an account | Marram')
  await summary(page).getByRole('link', { name: 'Phone no is required' }).click()
  await expect(phone(page)).toBeFocused()
  await expect(phone(page)).toHaveAccessibleDescription(/You will log in with it\. Error: Phone no is required/)

  const number = String(2_000_000_000 + (Date.now() % 1_000_000_000))
  const secret = ' <b>pass</b> "wörd" '
  await page.getByLabel('First name').fill('<img src=x onerror="window.__hostile=1">')
  await page.getByLabel('Last name').fill(`O'Neill-Okafor; DROP TABLE users; --`)
  await phone(page).fill(` ${number} `)
  await page.getByLabel('E-mail', { exact: true }).fill('ada+sea@example.org')
  await password(page).fill(secret)
  const again = page.getByRole('textbox', { name: 'Confirm password' })
  await again.fill('something else')
  await again.press('Enter')
  await expect(summary(page).getByRole('link')).toHaveText(["Password doesn't match"])
  await expect(page.getByLabel('First name')).toHaveAttribute('autocomplete', 'given-name')
  for (const field of [password(page), again]) await expect(field).toHaveAttribute('autocomplete', 'new-password')
  expect(asked(faults, 'auth/register')).toBe(0)

  await page.getByRole('button', { name: 'Show confirm password' }).click()
  await expect(again).toHaveAttribute('type', 'text')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await again.fill(secret)

  // Two presses on a slow network are one account.
  const letGo = await hold(page, /auth\/register/)
  const { width } = (await send(page).boundingBox()) ?? {}
  await send(page).dblclick()
  await again.press('Enter')
  await expect(send(page)).toHaveText('Sending')
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
  expect((await send(page).boundingBox())?.width).toBe(width)
  await expect(again).toHaveAttribute('type', 'password')
  letGo()
  await expect(toast(page, 'Success!')).toContainText('Your account has been created.')
  await expect(page.getByRole('main')).toContainText('You are being taken to the login page')
  await expect(page).toHaveURL(faults.url + paths.login({ from: guarded }))
  expect(asked(faults, 'auth/register')).toBe(1)

  // Who has an account is not told apart from who has none.
  const refused: string[] = []
  for (const [who, typed] of [
    [number, 'wrong one'],
    ['9999999998', secret],
  ] as const) {
    await phone(page).fill(who)
    await password(page).fill(typed)
    await password(page).press('Enter')
    await expect(toast(page, 'Error!').filter({ hasText: 'Phone no or password is wrong.' })).toBeVisible()
    await expect(summary(page)).toBeFocused()
    refused.push((await summary(page).textContent()) ?? '')
    await expect(phone(page)).toHaveValue(who)
    await expect(password(page)).toHaveValue(typed)
  }
  expect(refused[0]).toContain('Phone no or password is wrong.')
  expect(refused[1]).toBe(refused[0])

  await phone(page).fill(number)
  await password(page).fill(secret)
  await send(page).dblclick()
  await expect(toast(page, 'Success!')).toContainText('You are logged in.')
  await expect(logOut(page)).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  await expect(page).toHaveURL(faults.url + guarded)
  expect(asked(faults, 'token/user')).toBe(3)
  expect(Object.keys(await kept(page)).sort()).toEqual([
    'access_token',
    'loggedIn',
    'marram:token-since',
    'refresh_token',
  ])
  expect((await kept(page)).loggedIn).toBe('true')
  await page.goBack()
  await expect(page.getByText('You are logged in on this device already.')).toBeVisible()

  expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
  expect(await violations()).toEqual([])
  // Chromium itself says of each refused login that it was refused.
  expect(complaints.filter((each) => !/status of 401/.test(each))).toEqual([])
})

test('browser and API find the same mistakes, whatever is typed', async ({ site, page }) => {
  await open(page, site.url + paths.register())
  // What the browser finds right is sent: here that is an answer, and nothing is stored.
  await page.route(/auth\/register/, (route) =>
    route.fulfill({ json: { code: 400, response: 'sent', errors: JSON.parse(route.request().postData() ?? '{}') } }),
  )
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', minLength: 6 }),
    fc.constantFrom(
      '',
      ' ',
      '-123456789',
      '12345678.9',
      '1e9',
      '٠١٢٣٤٥٦٧٨٩',
      'a@b',
      'a@b.c',
      'x'.repeat(201),
      'a\0bcdef',
    ),
  )
  const right = {
    first_name: 'Ada',
    last_name: 'Shore',
    phone: '0123456789',
    email: 'ada@example.org',
    password: 'sea lavender',
    password2: 'sea lavender',
  }
  const names = Object.keys(right)
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), text), { minLength: 1, maxLength: 4 })
  const seen = { sent: 0, refused: 0 }
  for (const change of fc.sample(changes, 45)) {
    const { typed, found } = await page.evaluate(
      async (values) => {
        const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const field = (name: string) => document.getElementById(`register-${name}`) as HTMLInputElement
        for (const [name, value] of Object.entries(values)) {
          setter?.call(field(name), value)
          field(name).dispatchEvent(new Event('input', { bubbles: true }))
        }
        // As the browser has them: it takes line breaks out, and writes some addresses in its own way.
        const typed = Object.fromEntries(Object.keys(values).map((name) => [name, field(name).value]))
        const form = document.getElementById('register') as HTMLFormElement
        const before = form.querySelector('[role=alert]')?.textContent
        form.requestSubmit()
        const idle = () => !form.querySelector('[type=submit][aria-disabled]')
        for (let turn = 0; turn < 200; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (turn > 2 && idle() && (turn > 20 || form.querySelector('[role=alert]')?.textContent !== before)) break
        }
        const found = Object.keys(values).map((name) => [
          name,
          document.getElementById(`register-${name}-error`)?.textContent?.replace('Error: ', ''),
        ])
        return { typed, found: Object.fromEntries(found.filter(([, message]) => message)) }
      },
      { ...right, ...Object.fromEntries(change) },
    )
    // A call that was made answers each field with what was sent.
    const sent = Object.values(found).length > 0 && Object.entries(found).every(([name, said]) => said === typed[name])
    seen[sent ? 'sent' : 'refused'] += 1
    const { code, errors } = await askApi(site, 'register', typed)
    if (sent) expect([200, 409], JSON.stringify(typed)).toContain(code)
    else expect({ code, errors }, JSON.stringify(typed)).toEqual({ code: 400, errors: found })
  }
  expect(seen.refused).toBeGreaterThan(10)
  expect(seen.sent).toBeGreaterThan(0)
})

test('a login that fails keeps what was typed and says why, and no answer leads anywhere else', async ({
  faults,
  page,
}) => {
  await open(page, `${faults.url}${paths.login({ from: '//other.example/' })}`)
  await expect(phone(page)).toHaveAttribute('autocomplete', 'username')
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await phone(page).fill('0123456789')
  await password(page).focus()
  await page.keyboard.press('CapsLock')
  // Caps Lock is the keyboard's own state, which a test has not.
  await password(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
  )
  await expect(page.getByRole('status').filter({ hasText: 'Caps Lock is on.' })).toBeVisible()
  await password(page).fill('short')
  await password(page).press('Enter')
  await expect(page.getByText('Caps Lock is on.')).toBeHidden()
  await expect(summary(page).getByRole('link')).toHaveText(['Password must have at least 6 characters'])
  expect(asked(faults, 'token/user')).toBe(0)
  await password(page).fill('sea lavender')

  const fails = async (words: RegExp) => {
    // Toasts may lie over the button.
    await password(page).press('Enter')
    await expect(toast(page, 'Error!').filter({ hasText: words })).toBeVisible()
    await expect(summary(page)).toContainText(words)
    await expect(password(page)).toHaveValue('sea lavender')
    await expect(logOut(page)).toBeHidden()
  }
  faults.faults = [{ match: /token\/user/, do: '500', times: 1 }]
  await fails(/The server answered with 500/)
  faults.faults = [{ match: /token\/user/, do: 'html', times: 1 }]
  await fails(/The server did not log you in/)
  const call = '/api/auth/token/user'
  faults.answers[call] = { code: 200, message: 'Hello', data: null }
  await fails(/The server did not log you in/)
  faults.answers[call] = { code: 403, message: `<img src=x onerror="window.__hostile=1"> ${'long'.repeat(200)}` }
  await fails(/<img src=x/)
  await page.context().setOffline(true)
  await fails(/could not be reached/)
  await page.context().setOffline(false)
  expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  // A browser that keeps nothing.
  faults.answers[call] = { code: 200, message: 'Hello', access_token: 'a', refresh_token: 'r' }
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    Object.assign(window, { __setItem: Storage.prototype.setItem })
    Storage.prototype.setItem = refuse
  })
  await fails(/does not let this site keep anything/)
  await page.evaluate(() => {
    Storage.prototype.setItem = (window as unknown as { __setItem: typeof Storage.prototype.setItem }).__setItem
  })
  await password(page).press('Enter')
  await expect(toast(page, 'Success!')).toContainText('Hello')
  await expect(page).toHaveURL(`${faults.url}/`)
})

test('a login that is sent before the page responds is sent once; without scripts it says what it needs', async ({
  site,
  page,
  browser,
}) => {
  const account = await newAccount(site)
  const letGo = await hold(page, /\.js(\?|$)/)
  await page.goto(site.url + paths.login({ from: paths.sports() }), { waitUntil: 'commit' })
  await phone(page).fill(account.phone)
  await password(page).fill(account.password)
  await password(page).press('Enter')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'still loading' })).toBeVisible()
  letGo()
  expect(await ready(page)).toBe('hydrated')
  await expect(logOut(page)).toBeVisible()
  await expect(page).toHaveURL(site.url + paths.sports())

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(site.url + paths.register({ from: paths.sports() }))
  await expect(plain.locator('form#register noscript p')).toContainText('can be read without an account')
  await expect(send(plain)).toBeHidden()
  await expect(plain.getByRole('button', { name: /Show/ })).toHaveCount(0)
  await plain.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(plain).toHaveURL(site.url + paths.login({ from: paths.sports() }))
  await context.close()
})

test('a session is renewed once for many tabs, ends in all of them, and is not brought back by a late answer', async ({
  faults,
  context,
}) => {
  const [first, second, third] = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  await open(first, faults.url + paths.privacy())
  const { refresh_token } = await loggedIn(first, faults, await newAccount(faults))
  await first.evaluate(() => localStorage.setItem('access_token', 'run out'))
  await Promise.all([first, second, third].map((page) => open(page, faults.url + guarded)))
  for (const page of [first, second, third]) await expect(page).toHaveURL(faults.url + guarded)
  expect(asked(faults, 'token/refresh')).toBe(1)
  const renewed = await kept(first)
  expect(renewed.refresh_token).not.toBe(refresh_token)
  expect(await kept(third)).toEqual(renewed)

  // Logged out while new tokens are under way to another tab.
  await first.evaluate(() => localStorage.setItem('access_token', 'run out again'))
  let arrive = () => {}
  const allowed = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const renewing = new Promise<void>((resolve) => {
    void third.route(/token\/refresh/, async (route) => {
      const response = await route.fetch()
      expect((await response.json()).access_token).toBeTruthy()
      resolve()
      await allowed
      await route.fulfill({ response })
    })
  })
  await third.goto(faults.url + guarded)
  await renewing
  await logOut(second).click()
  const login = faults.url + paths.login({ from: guarded })
  for (const page of [first, second]) await expect(page).toHaveURL(login)
  arrive()
  await expect(third).toHaveURL(login)
  for (const page of [first, second, third])
    await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await kept(first)).toEqual({})
})

test('whoever comes with a token that was used before ends the session, for the visitor as for the thief', async ({
  site,
  page,
}) => {
  const login = site.url + paths.login({ from: guarded })
  const account = await newAccount(site)
  await open(page, site.url + paths.login())
  const visitorRenews = async () => {
    await page.evaluate(() => localStorage.setItem('access_token', 'run out'))
    await open(page, site.url + guarded)
  }
  const steal = (refresh_token: unknown) => askApi(site, 'token/refresh', { refresh_token })

  // The thief is late.
  const { refresh_token: stolen } = await loggedIn(page, site, account)
  for (let i = 0; i < 2; i += 1) {
    await visitorRenews()
    await expect(page).toHaveURL(site.url + guarded)
  }
  expect((await steal(stolen)).code).toBe(401)
  // The access token of the visitor has not run out, and is worth nothing all the same.
  await open(page, site.url + guarded)
  await expect(page).toHaveURL(login)
  expect(await kept(page)).toEqual({})

  // The thief is first.
  const { refresh_token } = await loggedIn(page, site, account)
  const second = await steal((await steal(refresh_token)).refresh_token)
  expect(second.code).toBe(200)
  await visitorRenews()
  await expect(page).toHaveURL(login)
  expect((await steal(second.refresh_token)).code).toBe(401)
  expect((await askApi(site, 'token/verify', { access_token: second.access_token })).code).toBe(401)
})

test('with a clock that is wrong one is logged in, renewed before the token runs out, and not before', async ({
  site,
  browser,
}) => {
  await aFewAtATime([-400, 400], async (days) => {
    const page = await browser.newPage()
    const account = await newAccount(site)
    const renewals: string[] = []
    page.on('request', (request) => /token\/refresh/.test(request.url()) && renewals.push(request.url()))
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    await open(page, site.url + paths.login({ from: guarded }))
    await phone(page).fill(account.phone)
    await password(page).fill(account.password)
    await send(page).click()
    await expect(page).toHaveURL(site.url + guarded)
    const { access_token } = await kept(page)
    await page.clock.fastForward('13:00')
    expect(renewals).toEqual([])
    await page.clock.fastForward('01:00')
    await expect.poll(async () => (await kept(page)).access_token).not.toBe(access_token)
    await open(page, site.url + guarded)
    await expect(page).toHaveURL(site.url + guarded)
    expect(renewals).toHaveLength(1)
    await page.close()
  })
})

test('a session outlives a new shell and new sections', async ({ site, page }) => {
  const before = await liveVersions(site)
  const parts = ['shell', 'mfe-account'] as const
  try {
    await open(page, site.url + paths.login())
    await loggedIn(page, site, await newAccount(site))
    const folders = await Promise.all(parts.map((part) => buildVariant({ part, version: '9.6.0' })))
    for (const folder of folders) await release(site, 'publish', folder, '--promote')
    await expect.poll(async () => (await liveVersions(site)).shell).toBe('9.6.0')
    await expect
      .poll(async () => {
        await open(page, site.url + guarded)
        return page.evaluate(() => document.getElementById('marram-composition')?.textContent ?? '')
      })
      .toContain('"version":"9.6.0"')
    await expect(page).toHaveURL(site.url + guarded)
    await expect(logOut(page)).toBeVisible()
    await open(page, site.url + paths.login())
    await expect(page.getByText('You are logged in on this device already.')).toBeVisible()
  } finally {
    for (const part of parts)
      if ((await liveVersions(site))[part] !== before[part])
        await release(site, 'promote', part, before[part] as string)
  }
})

test('both forms with all their errors can be used by everybody', async ({ site, browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const path of [paths.register(), paths.login()]) {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, site.url + path)
    await page.evaluate(() => document.documentElement.setAttribute('data-session', 'in'))
    await send(page).click()
    await expect(summary(page)).toBeFocused()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        const axe = new AxeBuilder({ page }).include('main')
        // The theme changes colours and nothing else.
        if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
        const { violations, passes } = await axe.analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
        expect.soft(found, `${path} ${colorScheme} ${viewport.width}`).toEqual([])
        expect(passes.length).toBeGreaterThan(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
  }
  await context.close()
})
