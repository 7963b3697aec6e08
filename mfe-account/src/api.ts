import { type Credentials, logIn, type Registration, register } from '@marram/api-contract/account'
import { call } from '@marram/sdk/api-client'

/** Tokens of a new session, and what the server says about it. */
export async function logInWith(body: Credentials) {
  const { data, message } = await call(logIn, { body })
  return { access: data.access_token, refresh: data.refresh_token, message }
}

/** What the server says about the new account. */
export async function createAccount(body: Registration): Promise<string | undefined> {
  return (await call(register, { body })).message
}
