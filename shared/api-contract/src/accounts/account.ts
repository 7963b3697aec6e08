import * as z from 'zod/mini'
import { messageOnly } from '../content/content-fields'
import { getEndpoint, messageEndpoint, postEndpoint } from '../endpoint'
import { NO_PHONE, normalPhone, phoneKey, phoneMistake } from '../forms/phone'
import { isStorable, without } from '../forms/text-checks'
import { sessionTokens } from './session'

const SHORTEST_PASSWORD = 8
/** Earlier accounts may have shorter ones, which still log in, by the specification. */
const SHORTEST_OLD_PASSWORD = 6
/** A hash costs the same for any length; a megabyte would only cost bandwidth. */
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 100

/** A missing text gets the same message as an empty one. */
const text = (missing: string) => z.string({ error: ({ input }) => (input === undefined ? missing : undefined) })

/** The first mistake of a text of so many characters. */
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
/** A new password, typed twice. */
const chosenPassword = {
  password: passwordOf('Password', SHORTEST_PASSWORD),
  password2: text('Confirm your password').check(z.minLength(1, 'Confirm your password')),
}
/** The value of the last login in this browser. */
const device = z.optional(z.string())
const typedTwice = z.refine<{ password: string; password2: string }>(
  (body) => body.password2 === '' || body.password === body.password2,
  {
    message: "Password doesn't match",
    path: ['password2'],
    // Reported together with other mistakes, not only once these are corrected.
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

const ownPhone = text(NO_PHONE).check(without(phoneMistake), z.overwrite(normalPhone))

export const registration = z
  .object({
    first_name: named('First name'),
    last_name: named('Last name'),
    phone: ownPhone,
    email: text(NO_EMAIL).check(z.trim(), without(emailMistake)),
    ...chosenPassword,
  })
  .check(typedTwice)

/** Only what cannot be a phone number at all is reported before it is sent. */
function loginPhoneMistake(text: string): string | undefined {
  if (text === '') return NO_PHONE
  return isStorable(text) ? undefined : "Doesn't look like a phone no"
}
const credentialFields = {
  /** Contains the phone number; the name is from the specification. */
  email: text(NO_PHONE).check(z.trim(), without(loginPhoneMistake), z.overwrite(phoneKey)),
  password: passwordOf('Password', SHORTEST_OLD_PASSWORD),
}
export const credentials = z.object(credentialFields)
export type Credentials = z.infer<typeof credentials>

export const register = messageEndpoint('/api/auth/register', 'Create an account', registration)

export const logIn = postEndpoint(
  '/api/auth/token/user',
  'Log in with phone number and password',
  z.object({ ...credentialFields, device }),
  sessionTokens,
)

// The rest is specific to our API: other hosts may have no such calls.

export const getAccount = getEndpoint(
  '/api/auth/account',
  'Whose account it is, and in how many places it is logged in',
  z.object({
    ...{ first_name: z.string(), last_name: z.string(), phone: z.string(), email: z.string() },
    sessions: z.int(),
    /** When the account was created, and its logins: for people who request their stored data. */
    since: z.optional(z.string()),
    logins: z.optional(z.array(z.object({ since: z.string(), until: z.string() }))),
  }),
  { bearer: 'required', uncached: true },
)

/** Needs the password, because a reader of the e-mail can replace a forgotten one. */
export const accountChange = z.object({
  first_name: named('First name'),
  last_name: named('Last name'),
  email: text(NO_EMAIL).check(z.trim(), without(emailMistake)),
  current_password: presentPassword,
})

export const changeAccount = messageEndpoint(
  '/api/auth/account/change',
  'Another name or e-mail address',
  accountChange,
  { bearer: 'required' },
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

export const endOtherSessions = messageEndpoint(
  '/api/auth/token/revoke-others',
  'End all sessions of the account but the one that asks',
  z.object({}),
  { bearer: 'required' },
)

export const deletion = z.object({ current_password: presentPassword })

export const deleteAccount = messageEndpoint(
  '/api/auth/account/delete',
  'Delete the account and its sessions, and what it sent where that is asked for',
  z.extend(deletion, {
    /** Also delete submissions and comments of the account. */
    with_sent: z.optional(z.boolean()),
  }),
  { bearer: 'required' },
)

/** Whether the site sends mail: without it, the owner of an account cannot replace a forgotten password. */
export const getMailState = getEndpoint('/api/mail', 'Whether this site sends mail', z.object({ sends: z.boolean() }), {
  uncached: true,
})

export const forgotten = z.object({ phone: ownPhone })

export const forgetPassword = messageEndpoint(
  '/api/auth/password/forgotten',
  'Send the owner of an account a link to choose another password; the same response where there is none',
  forgotten,
)

export const newPassword = z.object(chosenPassword).check(typedTwice)

export const resetPassword = postEndpoint(
  '/api/auth/password/reset',
  'Another password, by the token of that link; ends all sessions of the account',
  z.object({ ...chosenPassword, token: z.string(), device }).check(typedTwice),
  z.extend(messageOnly, { device }),
)
