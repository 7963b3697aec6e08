import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import {
  askApi,
  kept,
  loggedIn,
  logOut,
  newAccount,
  open,
  password,
  phone,
  send,
  summary,
  toast,
} from '../fixtures/api/accounts'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { sections } from '../fixtures/browser/every-page'
import type { FaultProxy } from '../fixtures/browser/fault-proxy'
import { ready, watch } from '../fixtures/browser/watch'
import { versionsIn } from '../fixtures/releases/composition'
import { promote, publish } from '../fixtures/releases/releases'
import { storedReleases } from '../fixtures/releases/stored-releases'
import { buildVariant, documentOf, liveVersions } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

const guarded = paths.submissionRegistration()
const header = (page: Page) => page.getByRole('banner')
const asked = (proxy: FaultProxy, call: string) => proxy.asked.filter((path) => path.includes(call)).length

/** Holds calls back until they are released. */
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
  await expect(page.getByRole('main')).toContainText(
    'You need an account to send us work of your own. Log in to open the form.',
  )
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(faults.url + paths.register({ from: guarded }))

  // Nothing is filled in: all errors at once, in the order of the fields, with the messages of the specification.
  await send(page).click()
  await expect(summary(page)).toBeFocused()
  const said = [
    'First name is required',
    'Last name is required',
    'Phone no is required',
    'E-mail is required',
    'Password is required',
    'Confirm your password',
  ]
  await expect(summary(page).getByRole('link')).toHaveText(said)
  await expect(page).toHaveTitle('Error: Create an account | Marram')
  await summary(page).getByRole('link', { name: 'Phone no is required' }).click()
  await expect(phone(page)).toBeFocused()
  await expect(phone(page)).toHaveAccessibleDescription(/You log in with this number\. Error: Phone no is required/)

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
  for (const [label, purpose] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Phone', 'tel-national'],
    ['E-mail', 'email'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', purpose)
  // The username for a password manager is what visitors log in with.
  const username = page.locator('#register input[autocomplete=username]')
  await expect(username).toBeHidden()
  expect((await username.inputValue()).trim()).toBe(number)
  for (const field of [password(page), again]) await expect(field).toHaveAttribute('autocomplete', 'new-password')
  expect(asked(faults, 'auth/register')).toBe(0)

  await page.getByRole('button', { name: 'Show confirm password' }).click()
  await expect(again).toHaveAttribute('type', 'text')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await again.fill(secret)

  // Two clicks on a slow network create one account.
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
  await expect(page).toHaveURL(faults.url + paths.login({ from: guarded, why: 'registered' }))
  expect(asked(faults, 'auth/register')).toBe(1)

  // The messages are the same with and without an account.
  const refused: string[] = []
  for (const [who, typed] of [
    [number, 'wrong one'],
    ['9999999998', secret],
  ] as const) {
    await phone(page).fill(who)
    await password(page).fill(typed)
    await password(page).press('Enter')
    await expect(toast(page, 'Error!').filter({ hasText: 'Phone number or password is wrong.' })).toBeVisible()
    await expect(summary(page)).toBeFocused()
    refused.push((await summary(page).textContent()) ?? '')
    await expect(phone(page)).toHaveValue(who)
    await expect(password(page)).toHaveValue(typed)
  }
  expect(refused[0]).toContain('Phone number or password is wrong.')
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
    'marram:devices',
    'marram:token-since',
    'refresh_token',
  ])
  expect((await kept(page)).loggedIn).toBe('true')
  await page.goBack()
  await expect(page.getByText('You are logged in on this device already.')).toBeVisible()

  // The account can be changed, which ends every other session, and deleted.
  const elsewhere = await askApi(faults, 'token/user', { email: number, password: secret })
  await header(page).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await expect(page.getByRole('main')).toContainText('Here, and in one other place.')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const [present, chosen, another] = [field('Present password'), field('New password'), 'marsh samphire']
  // Forms are behind a line each: the page begins with what was sent.
  await expect(chosen).toBeHidden()
  await page.getByText('Change password').click()
  await chosen.fill(another)
  await field('Confirm new password').fill(another)
  await present.fill('wrong one')
  await present.press('Enter')
  await expect(summary(page).getByRole('link')).toHaveText(['This is not your present password.'])
  await expect(chosen).toHaveValue(another)
  await present.fill(secret)
  await present.press('Enter')
  await expect(page.getByRole('main')).toContainText('Your password has been changed.')
  await expect(page.getByRole('main')).toContainText('Here, and nowhere else.')
  await expect(chosen).toHaveValue('')
  expect((await askApi(faults, 'token/refresh', elsewhere)).code).toBe(401)
  const deletion = page.getByRole('region', { name: 'Delete your account' }).getByLabel('Your password')
  await page.getByText('Delete account', { exact: true }).click()
  await deletion.fill(another)
  await deletion.press('Enter')
  await expect(toast(page, 'Success!').filter({ hasText: 'Your account has been deleted.' })).toBeVisible()
  await expect(page).toHaveURL(`${faults.url}/`)
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()
  // The end of the session is stored until the server has confirmed it.
  await expect.poll(async () => Object.keys(await kept(page))).toEqual(['marram:devices'])
  expect((await askApi(faults, 'token/user', { email: number, password: another })).code).toBe(401)

  expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
  expect(await violations()).toEqual([])
  // Chromium itself logs each refused login or password.
  expect(complaints.filter((each) => !/status of 40[01]/.test(each))).toEqual([])
})

test('a failed login keeps what was typed and says why, and no return address leads to another site', async ({
  faults,
  page,
}) => {
  await open(page, `${faults.url}${paths.login({ from: '/api/home/' })}`)
  await expect(phone(page)).toHaveAttribute('autocomplete', 'username')
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await phone(page).fill('0123456789')
  await password(page).focus()
  await page.keyboard.press('CapsLock')
  // A test cannot change the Caps Lock state of the keyboard.
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
    // Toasts may cover the button.
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

  // A browser without storage.
  faults.answers[call] = { code: 200, message: 'Hello', access_token: 'a', refresh_token: 'r' }
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    Object.assign(window, { __setItem: Storage.prototype.setItem })
    Storage.prototype.setItem = refuse
  })
  await fails(/does not let this site store anything/)
  await page.evaluate(() => {
    Storage.prototype.setItem = (window as unknown as { __setItem: typeof Storage.prototype.setItem }).__setItem
  })
  await password(page).press('Enter')
  await expect(toast(page, 'Success!')).toContainText('Hello')
  await expect(page).toHaveURL(`${faults.url}/`)
})

test(
  'a login that is sent before hydration is sent once; without scripts the form says what it needs',
  VERIFY,
  async ({ site, page, browser }) => {
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
  },
)

test('a session is renewed once for many tabs, ends in all of them, and is not restored by a late response', async ({
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

  // Logged out while new tokens are on their way to another tab.
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

test('a reused token ends the session, for the visitor as for the thief', VERIFY, async ({ site, page }) => {
  const login = site.url + paths.login({ from: guarded, why: 'ended' })
  const account = await newAccount(site)
  await open(page, site.url + paths.login())
  const visitorRenews = async () => {
    await page.evaluate(() => localStorage.setItem('access_token', 'run out'))
    await open(page, site.url + guarded)
  }
  const steal = (refresh_token: unknown) => askApi(site, 'token/refresh', { refresh_token })

  // The thief is second.
  const { refresh_token: stolen } = await loggedIn(page, site, account)
  for (let i = 0; i < 2; i += 1) {
    await visitorRenews()
    await expect(page).toHaveURL(site.url + guarded)
  }
  expect((await steal(stolen)).code).toBe(401)
  // The access token of the visitor has not expired, and is invalid nevertheless.
  await open(page, site.url + guarded)
  await expect(page).toHaveURL(login)
  await expect(page.getByRole('main')).toContainText('Your session has ended')
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

test(
  'with a wrong clock a visitor is logged in, and renewed shortly before the token expires',
  VERIFY,
  async ({ site, browser }) => {
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
  },
)

test(
  'a lost response with new tokens logs nobody out: the request is repeated a few seconds later',
  VERIFY,
  async ({ site, page }) => {
    await page.clock.install()
    await open(page, site.url + paths.login())
    const before = await loggedIn(page, site, await newAccount(site))
    const given: string[] = []
    await page.route(/token\/refresh/, async (route) => {
      const response = await route.fetch()
      given.push((await response.json()).refresh_token)
      // The API has used the token up, and the first response is lost.
      await (given.length === 1 ? route.abort() : route.fulfill({ response }))
    })
    await open(page, site.url + paths.privacy())
    await page.clock.fastForward('14:00')
    await expect.poll(() => given).toHaveLength(1)
    await page.clock.fastForward('00:06')
    await expect.poll(async () => (await kept(page)).refresh_token, { timeout: 20_000 }).toBe(given[0])
    expect(given[0]).not.toBe(before.refresh_token)
    expect(given).toEqual([given[0], given[0]])
    await expect(logOut(page)).toBeVisible()
  },
)

test(
  'a session survives a swap of the shell and of every section, one after the other',
  VERIFY,
  async ({ site, page }) => {
    // Five releases are checked and promoted, and five promoted again.
    test.slow()
    const live = await liveVersions(site)
    const parts = ['shell', ...sections.map(({ name }) => name)]
    const before = Object.fromEntries(parts.map((part) => [part, live[part] as string]))
    // A page of each part; the guarded one asks the API whether the session is valid.
    const pages: Record<string, string> = {
      shell: paths.privacy(),
      'mfe-account': paths.login(),
      'mfe-events': guarded,
      'mfe-content': paths.home(),
      'mfe-quiz': paths.quizComplete(),
    }
    expect(Object.keys(pages).sort()).toEqual(Object.keys(before).sort())
    await open(page, site.url + paths.login())
    const { access_token, refresh_token } = await loggedIn(page, site, await newAccount(site))
    const account = { part: 'mfe-account', version: '9.6.0' }
    const swapped = [
      { ...account, folder: await buildVariant(account) },
      ...storedReleases().flatMap(({ manifest: { name, version }, folder }) =>
        name === account.part ? [] : [{ part: name, version, folder }],
      ),
    ]
    expect(swapped.map(({ part }) => part).sort()).toEqual(Object.keys(before).sort())
    try {
      for (const { part, version, folder } of swapped) {
        expect(version, part).not.toBe(before[part])
        const published = await publish(site, folder)
        // Builds from earlier days named no manifest of Module Federation.
        await promote(site, published.part, published.version, { override: part !== account.part })
        const address = pages[part] as string
        await expect
          .poll(async () => versionsIn((await documentOf(site, address)).html))
          .toMatchObject({ [part]: version })
        await open(page, site.url + address)
        expect(versionsIn(await page.content())[part]).toBe(version)
        await expect(logOut(page), part).toBeVisible()
        await expect(page).toHaveURL(site.url + address)
        if (part === 'mfe-account')
          await expect(page.getByText('You are logged in on this device already.')).toBeVisible()
      }
      // All at once now, and the session is still the same one.
      await open(page, site.url + guarded)
      await expect(page).toHaveURL(site.url + guarded)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const shown = versionsIn(await page.content())
      expect(Object.keys(before).filter((part) => shown[part] === before[part])).toEqual([])
      expect(await kept(page)).toMatchObject({ access_token, refresh_token })
    } finally {
      const live = await liveVersions(site)
      for (const [part, version] of Object.entries(before))
        if (live[part] !== version) await promote(site, part, version)
    }
  },
)

test(
  'a log-out without a server is completed later, and no credentials stay on the device',
  VERIFY,
  async ({ faults, page, context }) => {
    const account = await newAccount(faults)
    await open(page, faults.url + paths.privacy())
    const enter = async () => {
      const { refresh_token } = await loggedIn(page, faults, account)
      await page.reload()
      await ready(page)
      return refresh_token
    }
    const leave = async (refresh_token: string) => {
      await logOut(page).click()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      const session = refresh_token.split('.')[0] as string
      await expect.poll(() => kept(page)).toEqual({ [`marram:left-session:${session}`]: '' })
    }
    const hasEnded = async (refresh_token: string) => {
      await expect.poll(() => kept(page)).toEqual({})
      expect((await askApi(faults, 'token/refresh', { refresh_token })).code).toBe(401)
    }

    // Offline, and online again.
    const first = await enter()
    await context.setOffline(true)
    await leave(first)
    await context.setOffline(false)
    await hasEnded(first)

    // The API is down; the log-out is sent on the next visit.
    const second = await enter()
    faults.faults = [{ match: /token\/revoke/, do: '500', times: 1 }]
    await leave(second)
    await page.reload()
    await hasEnded(second)
    // The first call was not sent, because the browser was offline.
    expect(asked(faults, 'token/revoke')).toBe(3)
  },
)
