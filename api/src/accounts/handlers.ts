import { randomUUID } from 'node:crypto'
import { and, eq, gt, ne } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import type { Context, Handlers } from '../http/call'
import { Refusal } from '../http/refusal'
import type { devices } from './devices'
import { eraseAccount } from './erase-account'
import type { attempts, Source } from './failed-attempts'
import { hashPassword, isPassword, refuseGuessable } from './passwords'
import { type Continued, continueSession, endSession, isLive, startSession } from './sessions'
import { sessions, users } from './tables'
import type { Tokens } from './tokens'

const TAKEN = 'This phone number already has an account. Log in instead.'

type Parts = {
  tokens: Tokens
  known: ReturnType<typeof devices>
  countAttempt: ReturnType<typeof attempts>
  /** The source that a caller's address stands for. */
  networkOf: (address: string | undefined) => Source
}

export function accountHandlers({ tokens, known, countAttempt, networkOf }: Parts) {
  /** Whose account it is, and which session asks. */
  async function loggedIn({ db, now }: Context, token: string | undefined) {
    const holder = token === undefined ? undefined : tokens.access.read(token)
    if (!holder || !(await isLive(db, holder, now()))) throw logInAgain()
    const [user] = await db.select().from(users).where(eq(users.id, holder.user))
    if (!user) throw logInAgain()
    return { user, session: holder.session }
  }

  /** The same, of whoever knows the password too. A stolen session has no more guesses than a device. */
  async function proven(context: Context, token: string | undefined, password: string) {
    const found = await loggedIn(context, token)
    const succeeded = await countAttempt(found.user.phone, `device ${found.session}`, context.now())
    const message = 'This is not your present password.'
    if (!(await isPassword(password, found.user.passwordHash)))
      throw new Refusal(400, message, { current_password: message })
    await succeeded()
    return found
  }

  return {
    async register({ db }, { body: { password, password2: _, ...person } }) {
      await refuseGuessable(password, person)
      const user = { ...person, id: randomUUID(), passwordHash: await hashPassword(password) }
      // The unique key decides, also between two requests at once.
      const added = await db.insert(users).values(user).onConflictDoNothing({ target: users.phone }).returning()
      if (added.length === 0) throw new Refusal(409, TAKEN, { phone: TAKEN })
      return { response: 'Your account has been created.' }
    },

    async logIn({ db, now }, { body: { email: phone, password, device }, client }) {
      const [user] = await db.select().from(users).where(eq(users.phone, phone))
      const id = user && known.idOf(device, user)
      const succeeded = await countAttempt(phone, id ? `device ${id}` : networkOf(client), now())
      const right = await isPassword(password, user?.passwordHash)
      const session = right && user && (await db.transaction((tx) => startUnlessChanged(tx, user, now())))
      // The same words for either: they do not show whose phone has an account.
      if (!session) throw new Refusal(401, 'Phone number or password is wrong.')
      await succeeded()
      return { ...tokensOf(tokens, session, 'You are logged in.'), device: known.add(device, user) }
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

    async getAccount(context, { token }) {
      const { passwordHash: _, ...person } = (await loggedIn(context, token)).user
      const live = and(eq(sessions.user, person.id), gt(sessions.expiresAt, context.now()))
      return { ...person, sessions: await context.db.$count(sessions, live) }
    },

    async changePassword(context, { body, token }) {
      const { user } = await proven(context, token, body.current_password)
      await refuseGuessable(body.password, user)
      const passwordHash = await hashPassword(body.password)
      const session = await context.db.transaction(async (tx) => {
        const changed = await tx.update(users).set({ passwordHash }).where(isStill(user)).returning()
        if (changed.length === 0) throw logInAgain()
        // This one too: its tokens may have been copied.
        await tx.delete(sessions).where(eq(sessions.user, user.id))
        return startSession(tx, user.id, context.now())
      })
      const message = 'Your password has been changed. Everywhere else you are logged out.'
      return { ...tokensOf(tokens, session, message), device: known.add(body.device, { ...user, passwordHash }) }
    },

    async endOtherSessions(context, { token }) {
      const { user, session } = await loggedIn(context, token)
      await context.db.delete(sessions).where(and(eq(sessions.user, user.id), ne(sessions.id, session)))
      return { response: 'Everywhere else you are logged out.' }
    },

    async deleteAccount(context, { body, token }) {
      const { user } = await proven(context, token, body.current_password)
      await eraseAccount(context.db, user.id)
      return { response: 'Your account has been deleted.' }
    },
  } satisfies Partial<Handlers>
}

const logInAgain = () => new Refusal(401, 'Please log in again.')

type User = typeof users.$inferSelect
const isStill = ({ id, passwordHash }: User) => and(eq(users.id, id), eq(users.passwordHash, passwordHash))

/** Waits for a change of the password that is under way: no session begins with an old one after it. */
async function startUnlessChanged(tx: Tx, user: User, now: Date): Promise<Continued | undefined> {
  const same = await tx.select({ id: users.id }).from(users).where(isStill(user)).for('share')
  return same.length > 0 ? startSession(tx, user.id, now) : undefined
}

const tokensOf = (tokens: Tokens, { refreshToken, ...holder }: Continued, message: string) => ({
  message,
  access_token: tokens.access.sign(holder),
  refresh_token: refreshToken,
})
