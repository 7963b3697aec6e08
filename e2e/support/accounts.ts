import type { BrowserContext, Page } from '@playwright/test'
import { ready } from './watch'

export type Account = { phone: string; password: string }
type Tokens = { access_token: string; refresh_token: string }

let made = 0

/** What the API answers to a call of accounts, asked by the test itself. */
export async function askApi(site: { url: string }, call: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${site.url}/api/auth/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Record<string, unknown>
}

/** An account that nobody else uses. */
export async function newAccount(site: { url: string }): Promise<Account> {
  made += 1
  const phone = String(1_000_000_000 + (Date.now() % 100_000_000) * 10 + made).slice(0, 10)
  const password = 'sea lavender'
  const person = { first_name: 'Ada', last_name: 'Shore', phone, email: 'ada@example.org' }
  const answer = await askApi(site, 'register', { ...person, password, password2: password })
  if (answer.code !== 200) throw new Error(`no account: ${JSON.stringify(answer)}`)
  return { phone, password }
}

/** Tokens of a session that began now, kept in the browser of this page as the login keeps them. */
export async function loggedIn(page: Page, site: { url: string }, { phone, password }: Account): Promise<Tokens> {
  const tokens = (await askApi(site, 'token/user', { email: phone, password })) as Tokens
  await keep(page, tokens)
  return tokens
}

/** All pages of this context belong to somebody who is logged in. */
export async function asSomebody(context: BrowserContext, site: { url: string }): Promise<void> {
  const page = await context.newPage()
  // Something light of this origin, so that there is a place to keep the tokens in.
  await page.goto(`${site.url}/robots.txt`)
  await loggedIn(page, site, await newAccount(site))
  await page.close()
}

const keep = (page: Page, tokens: Tokens) =>
  page.evaluate(({ access_token, refresh_token }) => {
    const kept = { access_token, refresh_token, loggedIn: 'true', 'marram:token-since': String(Date.now()) }
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, tokens)

/** Parts of the login and registration pages. */
export const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
export const toast = (page: Page, title: 'Error!' | 'Success!') =>
  page.locator(title === 'Error!' ? '[role=alert]' : '[role=status]').filter({ hasText: title })
export const phone = (page: Page) => page.getByLabel('Phone', { exact: true })
export const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })
export const send = (page: Page) => page.getByRole('main').locator('[type=submit]')
export const logOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' })

export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** What the browser keeps of the session. */
export const kept = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
