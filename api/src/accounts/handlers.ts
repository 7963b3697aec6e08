import { randomBytes, randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Handlers } from '../http/call'
import { Refusal } from '../http/refusal'
import { countAttempt, forgetFailures, type LoginLimit } from './login-failures'
import { type Continued, continueSession, endSession, isLive, startSession } from './sessions'
import { users } from './tables'
import type { Tokens } from './tokens'

const TAKEN = 'This phone no already has an account. Log in instead.'

export const accountHandlers = ({ tokens, loginLimit }: { tokens: Tokens; loginLimit: LoginLimit }) =>
  ({
    async register({ db }, { body: { password, password2: _, ...person } }) {
      const user = { ...person, id: randomUUID(), passwordHash: await hashPassword(password) }
      // The unique key decides, also between two requests at once.
      const added = await db.insert(users).values(user).onConflictDoNothing({ target: users.phone }).returning()
      if (added.length === 0) throw new Refusal(409, TAKEN, { phone: TAKEN })
      return { response: 'Your account has been created.' }
    },

    async logIn({ db, now }, { body: { email: phone, password } }) {
      await countAttempt(db, loginLimit, phone, now())
      const [user] = await db
        .select({ id: users.id, passwordHash: users.passwordHash })
        .from(users)
        .where(eq(users.phone, phone))
      const right = await isPassword(password, user?.passwordHash)
      // The same words for either: they do not show whose phone has an account.
      if (!user || !right) throw new Refusal(401, 'Phone no or password is wrong.')
      await forgetFailures(db, phone)
      return tokensOf(tokens, await startSession(db, user.id, now()), 'You are logged in.')
    },

    async verifySession({ db, now }, { body }) {
      const holder = tokens.access.read(body.access_token)
      if (!holder || !(await isLive(db, holder, now()))) throw logInAgain()
      return { response: 'Your session is valid.' }
    },

    async refreshSession({ db, now }, { body }) {
      const continued = await continueSession(db, tokens.refreshKey, body.refresh_token, now())
      if (!continued) throw logInAgain()
      return tokensOf(tokens, continued, 'Your session has been continued.')
    },

    // The same response whether or not there was a session: it has ended either way.
    async revokeSession({ db }, { body }) {
      await endSession(db, body.refresh_token)
      return { response: 'You are logged out.' }
    },
  }) satisfies Partial<Handlers>

const logInAgain = () => new Refusal(401, 'Please log in again.')

const tokensOf = (tokens: Tokens, { refreshToken, ...holder }: Continued, message: string) => ({
  message,
  access_token: tokens.access.sign(holder),
  refresh_token: refreshToken,
})

/** argon2id; about 5 ms, and 19 MiB for as long. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Of a password that nobody has. */
const nobodysHash = hashPassword(randomBytes(32).toString('base64url'))

/** Whether this is the password of an account. Takes the same time where there is no account. */
export async function isPassword(typed: string, stored: string | undefined, check = verify): Promise<boolean> {
  const matches = await check(stored ?? (await nobodysHash), typed)
  return stored !== undefined && matches
}
