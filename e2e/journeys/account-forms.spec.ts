import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { askApi, loggedIn, newAccount, open, password, phone, send, summary, toast } from '../fixtures/api/accounts'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

type Values = Record<string, string>
type Form = {
  id: 'register' | 'login'
  /** The name of the call in the API. */
  call: string
  /** Valid values for every field. */
  right: Values
  /** Statuses of the API for valid values. */
  answers: number[]
}

const register: Form = {
  id: 'register',
  call: 'register',
  right: {
    first_name: 'Ada',
    last_name: 'Shore',
    phone: '0123456789',
    email: 'ada@example.org',
    password: 'sea lavender',
    password2: 'sea lavender',
  },
  answers: [200, 409],
}
const login: Form = {
  id: 'login',
  call: 'token/user',
  right: { email: '0123456789', password: 'sea lavender' },
  // An unknown phone, or one with too many attempts by now.
  answers: [401, 429],
}

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
    'half \ud83c of one',
  ),
)

/** Fills in a form and sends it; returns the values in the browser, and the error of each field. */
const typeAndSend = (page: Page, id: string, values: Values): Promise<{ typed: Values; found: Values }> =>
  page.evaluate(
    async ({ id, values }) => {
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const field = (name: string) => document.getElementById(`${id}-${name}`) as HTMLInputElement
      for (const [name, value] of Object.entries(values)) {
        setter?.call(field(name), value)
        field(name).dispatchEvent(new Event('input', { bubbles: true }))
      }
      // The browser removes line breaks, and normalizes some addresses.
      const typed = Object.fromEntries(Object.keys(values).map((name) => [name, field(name).value]))
      const form = document.getElementById(id) as HTMLFormElement
      const before = form.querySelector('[role=alert]')?.textContent
      form.requestSubmit()
      const idle = () => !form.querySelector('[type=submit][aria-disabled]')
      for (let turn = 0; turn < 200; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (turn > 2 && idle() && (turn > 20 || form.querySelector('[role=alert]')?.textContent !== before)) break
      }
      const found = Object.keys(values).map((name) => [
        name,
        document.getElementById(`${id}-${name}-error`)?.textContent?.replace('Error: ', ''),
      ])
      return { typed, found: Object.fromEntries(found.filter(([, message]) => message)) }
    },
    { id, values },
  )

for (const { id, call, right, answers } of [register, login])
  test(`browser and API find the same mistakes, whatever is typed (${id})`, VERIFY, async ({ site, page }) => {
    await open(page, `${site.url}/${id}`)
    // Valid values are sent: this response returns each field's own text as its error, and nothing is stored.
    await page.route(`**/api/auth/${call}`, (route) =>
      route.fulfill({ json: { code: 400, response: 'sent', errors: JSON.parse(route.request().postData() ?? '{}') } }),
    )
    const names = Object.keys(right)
    const changes = fc.array(fc.tuple(fc.constantFrom(...names), text), { minLength: 1, maxLength: 4 })
    const seen = { sent: 0, refused: 0 }
    for (const change of fc.sample(changes, 45)) {
      const { typed, found } = await typeAndSend(page, id, { ...right, ...Object.fromEntries(change) })
      // Names are sent trimmed.
      const sent =
        Object.values(found).length > 0 &&
        Object.entries(found).every(([name, said]) => said.trim() === typed[name]?.trim())
      seen[sent ? 'sent' : 'refused'] += 1
      const { code, errors } = await askApi(site, call, typed)
      if (sent) expect(answers, JSON.stringify(typed)).toContain(code)
      else expect({ code, errors }, JSON.stringify(typed)).toEqual({ code: 400, errors: found })
    }
    expect(seen.refused).toBeGreaterThan(10)
    expect(seen.sent).toBeGreaterThan(0)
  })

test('toasts stay as long as specified, and redirects follow after two seconds', async ({ site, page }) => {
  const account = await newAccount(site)
  const another = String(3_000_000_000 + (Date.now() % 1_000_000_000))
  /** From now on this toast stays for this long; nothing else advances the clock of this page. */
  const lasts = async (title: 'Error!' | 'Success!', life: number) => {
    const address = page.url()
    await page.clock.runFor(life - 100)
    await expect(page).toHaveURL(address)
    await expect(toast(page, title)).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast(page, title)).toHaveCount(0)
  }
  await page.clock.install()
  await open(page, site.url + paths.register())
  await page.clock.pauseAt(Date.now() + 60_000)

  // A phone with an account gets an error at its field, and everything typed stays.
  for (const [name, value] of Object.entries({ ...register.right, phone: account.phone }))
    await page.locator(`#register-${name}`).fill(value)
  await send(page).click()
  const taken = 'This phone number already has an account. Log in instead.'
  await expect(toast(page, 'Error!')).toContainText(taken)
  await lasts('Error!', 2000)
  await expect(summary(page).getByRole('link')).toHaveText([taken])
  await expect(phone(page)).toHaveAccessibleDescription(new RegExp(taken))
  await expect(phone(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#register-password')).toHaveValue('sea lavender')

  await phone(page).fill(another)
  await send(page).click()
  await expect(toast(page, 'Success!')).toContainText('Your account has been created.')
  await lasts('Success!', 2000)
  await expect(page).toHaveURL(site.url + paths.login({ why: 'registered' }))

  await phone(page).fill(another)
  await password(page).fill('something else')
  await send(page).click()
  await expect(toast(page, 'Error!')).toContainText('Phone number or password is wrong.')
  await lasts('Error!', 3000)
  await expect(summary(page)).toContainText('Phone number or password is wrong.')

  await password(page).fill('sea lavender')
  await send(page).click()
  await expect(toast(page, 'Success!')).toContainText('You are logged in.')
  await lasts('Success!', 2000)
  await expect(page).toHaveURL(`${site.url}/`)
})

test('account forms with all their errors pass the accessibility checks', BOTH, async ({ site, page }) => {
  for (const path of [paths.register(), paths.login()]) {
    await open(page, site.url + path)
    await page.evaluate(() => document.documentElement.setAttribute('data-session', 'in'))
    await send(page).click()
    await expect(summary(page)).toBeFocused()
    await expectForEverybody(page, path)
  }
  await loggedIn(page, site, await newAccount(site))
  await open(page, site.url + paths.account())
  for (const fold of ['Change name or e-mail', 'Change password', 'Delete account'])
    await page.getByText(fold, { exact: true }).click()
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(summary(page)).toHaveCount(2)
  await expectForEverybody(page, paths.account())
})
