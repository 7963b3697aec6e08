import * as z from 'zod/mini'
import { spoken } from '../content/content-fields'
import { postEndpoint } from '../endpoint'
import { NO_PHONE, normalPhone, phoneKey, phoneMistake } from '../forms/phone'
import { without } from '../forms/text-checks'
import { sessionTokens } from './session'

export const SHORTEST_PASSWORD = 6
/** A hash costs the same for any length; a megabyte would only cost bandwidth. */
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 100

/** A missing text gets the same message as an empty one. */
const text = (missing: string) => z.string({ error: ({ input }) => (input === undefined ? missing : undefined) })

/** PostgreSQL stores neither NUL nor half of a surrogate pair, and the API refuses both everywhere. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

const NO_PASSWORD = 'Password is required'
function passwordMistake(text: string): string | undefined {
  if (text === '') return NO_PASSWORD
  if (text.length < SHORTEST_PASSWORD) return `Password must have at least ${SHORTEST_PASSWORD} characters`
  if (text.length > LONGEST_PASSWORD) return `Password must have at most ${LONGEST_PASSWORD} characters`
  if (!isStorable(text)) return 'Password has characters that cannot be stored'
  return undefined
}
/** Never trimmed: spaces are part of a password. */
const password = text(NO_PASSWORD).check(without(passwordMistake))

const NO_EMAIL = 'Email is required'
const email = z.email()
function emailMistake(text: string): string | undefined {
  if (text === '') return NO_EMAIL
  if (text.length > 254 || !z.safeParse(email, text).success) return 'Enter an e-mail address such as name@example.org'
  return undefined
}

function nameMistake(text: string, what: string): string | undefined {
  if (text === '') return `${what} is required`
  if (text.length > LONGEST_NAME) return `${what} must have at most ${LONGEST_NAME} characters`
  if (!isStorable(text)) return `${what} has characters that cannot be stored`
  return undefined
}
const named = (what: string) =>
  text(`${what} is required`).check(
    z.trim(),
    without((typed) => nameMistake(typed, what)),
  )

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
      // Said beside whatever else is wrong, and not only once the rest is right.
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
