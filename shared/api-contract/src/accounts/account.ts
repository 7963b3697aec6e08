import * as z from 'zod/mini'
import { spoken } from '../content/content-fields'
import { postEndpoint } from '../endpoint'
import { NO_PHONE, normalPhone, phoneKey, phoneMistake } from '../forms/phone'
import { isStorable, without } from '../forms/text-checks'
import { sessionTokens } from './session'

const SHORTEST_PASSWORD = 6
/** A hash costs the same for any length; a megabyte would only cost bandwidth. */
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 100

/** A missing text gets the same message as an empty one. */
const text = (missing: string) => z.string({ error: ({ input }) => (input === undefined ? missing : undefined) })

/** The first thing that is wrong with a text of so many characters. */
const mistakeOf = (what: string, least: number, most: number) => (text: string) => {
  if (text === '') return `${what} is required`
  if (text.length < least) return `${what} must have at least ${least} characters`
  if (text.length > most) return `${what} must have at most ${most} characters`
  return isStorable(text) ? undefined : `${what} has characters that cannot be stored`
}

/** Never trimmed: spaces are part of a password. */
const password = text('Password is required').check(without(mistakeOf('Password', SHORTEST_PASSWORD, LONGEST_PASSWORD)))
const named = (what: string) => text(`${what} is required`).check(z.trim(), without(mistakeOf(what, 1, LONGEST_NAME)))

const NO_EMAIL = 'Email is required'
const email = z.email()
function emailMistake(text: string): string | undefined {
  if (text === '') return NO_EMAIL
  if (text.length > 254 || !z.safeParse(email, text).success) return 'Enter an e-mail address such as name@example.org'
  return undefined
}

export const registration = z
  .object({
    first_name: named('First name'),
    last_name: named('Last name'),
    phone: text(NO_PHONE).check(without(phoneMistake), z.overwrite(normalPhone)),
    email: text(NO_EMAIL).check(z.trim(), without(emailMistake)),
    password,
    password2: text('Confirm your password').check(z.minLength(1, 'Confirm your password')),
  })
  .check(
    z.refine((body) => body.password2 === '' || body.password === body.password2, {
      message: "Password doesn't match",
      path: ['password2'],
      // Reported together with other mistakes, and not only once the rest is right.
      when: ({ value }) => typeof (value as { password2?: unknown })?.password2 === 'string',
    }),
  )
export type Registration = z.infer<typeof registration>

/** Only what cannot be a phone number at all is reported before it is sent. */
function loginPhoneMistake(text: string): string | undefined {
  if (text === '') return NO_PHONE
  return isStorable(text) ? undefined : "Doesn't look like a phone no"
}
/** `email` holds the phone number: so the specification names it. */
export const credentials = z.object({
  email: text(NO_PHONE).check(z.trim(), without(loginPhoneMistake), z.overwrite(phoneKey)),
  password,
})
export type Credentials = z.infer<typeof credentials>

export const register = postEndpoint('/api/auth/register', 'Create an account', registration, spoken)

export const logIn = postEndpoint(
  '/api/auth/token/user',
  'Log in with phone number and password',
  credentials,
  sessionTokens,
)
