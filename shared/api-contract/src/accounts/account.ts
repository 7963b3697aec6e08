import * as z from 'zod/mini'
import { spoken } from '../content/content-fields'
import { getEndpoint, postEndpoint } from '../endpoint'
import { NO_PHONE, normalPhone, phoneKey, phoneMistake } from '../forms/phone'
import { isStorable, without } from '../forms/text-checks'
import { sessionTokens } from './session'

const SHORTEST_PASSWORD = 8
/** Accounts from before have shorter ones, which still log in: so the specification says. */
const SHORTEST_OLD_PASSWORD = 6
/** A hash costs the same for any length; a megabyte would only cost bandwidth. */
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 100

/** A missing text gets the same message as an empty one. */
const text = (missing: string) => z.string({ error: ({ input }) => (input === undefined ? missing : undefined) })

/** The first thing that is wrong with a text of so many characters. */
const mistakeOf = (what: string, least: number, most: number) => (text: string) => {
  if (text === '') return `${what} is required`
  const length = [...text].length
  if (length < least) return `${what} must have at least ${least} characters`
  if (length > most) return `${what} must have at most ${most} characters`
  return isStorable(text) ? undefined : `${what} has characters that cannot be stored`
}

/** Never trimmed: spaces are part of a password. */
const passwordOf = (what: string, least: number) =>
  text(`${what} is required`).check(without(mistakeOf(what, least, LONGEST_PASSWORD)))
const presentPassword = passwordOf('Present password', SHORTEST_OLD_PASSWORD)
/** A password that is chosen, typed twice. */
const chosenPassword = {
  password: passwordOf('Password', SHORTEST_PASSWORD),
  password2: text('Confirm your password').check(z.minLength(1, 'Confirm your password')),
}
/** What the last login in this browser sent under this name. */
const device = z.optional(z.string())
const typedTwice = z.refine<{ password: string; password2: string }>(
  (body) => body.password2 === '' || body.password === body.password2,
  {
    message: "Password doesn't match",
    path: ['password2'],
    // Reported together with other mistakes, and not only once the rest is right.
    when: ({ value }) => typeof (value as { password2?: unknown })?.password2 === 'string',
  },
)
const named = (what: string) => text(`${what} is required`).check(z.trim(), without(mistakeOf(what, 1, LONGEST_NAME)))

const NO_EMAIL = 'E-mail is required'
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
    ...chosenPassword,
  })
  .check(typedTwice)
export type Registration = z.infer<typeof registration>

/** Only what cannot be a phone number at all is reported before it is sent. */
function loginPhoneMistake(text: string): string | undefined {
  if (text === '') return NO_PHONE
  return isStorable(text) ? undefined : "Doesn't look like a phone no"
}
const credentialFields = {
  /** Holds the phone number: so the specification names it. */
  email: text(NO_PHONE).check(z.trim(), without(loginPhoneMistake), z.overwrite(phoneKey)),
  password: passwordOf('Password', SHORTEST_OLD_PASSWORD),
}
export const credentials = z.object(credentialFields)
export type Credentials = z.infer<typeof credentials>

export const register = postEndpoint('/api/auth/register', 'Create an account', registration, spoken)

export const logIn = postEndpoint(
  '/api/auth/token/user',
  'Log in with phone number and password',
  z.object({ ...credentialFields, device }),
  sessionTokens,
)

// What follows is ours alone: another host may have no such call.

export const getAccount = getEndpoint(
  '/api/auth/account',
  'Whose account it is, and in how many places it is logged in',
  z.object({
    ...{ first_name: z.string(), last_name: z.string(), phone: z.string(), email: z.string() },
    sessions: z.int(),
  }),
  { bearer: 'required', uncached: true },
)

const changeFields = { current_password: presentPassword, ...chosenPassword }
export const passwordChange = z.object(changeFields).check(typedTwice)

export const changePassword = postEndpoint(
  '/api/auth/password/change',
  'Another password; ends all sessions of the account and begins a new one',
  z.object({ ...changeFields, device }).check(typedTwice),
  sessionTokens,
  { bearer: 'required' },
)

export const endOtherSessions = postEndpoint(
  '/api/auth/token/revoke-others',
  'End all sessions of the account but the one that asks',
  z.object({}),
  spoken,
  { bearer: 'required' },
)

export const deletion = z.object({ current_password: presentPassword })

export const deleteAccount = postEndpoint(
  '/api/auth/account/delete',
  'Delete the account and its sessions; what was sent with forms and quizzes stays',
  deletion,
  spoken,
  { bearer: 'required' },
)
