import { randomUUID } from 'node:crypto'
import { and, eq, gt, ne } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import type { Handlers } from '../http/call'
import { Refusal } from '../http/refusal'
import type { devices } from './devices'
import type { attempts, Source } from './failed-attempts'
import { type Identity, isStill, logInAgain, type User } from './identity'
import { hashPassword, isPassword, refuseGuessable } from './passwords'
import { type Continued, continueSession, endSession, isLive, startSession } from './sessions'
import { sessions, users } from './tables'
import type { Tokens } from './tokens'

const TAKEN = 'This phone number already has an account. Log in instead.'

type Parts = {
  tokens: Tokens
  who: Identity
  known: ReturnType<typeof devices>
  countAttempt: ReturnType<typeof attempts>
  /** The source of a caller's address. */
  networkOf: (address: string | undefined) => Source
}

export function accountHandlers({ tokens, who, known, countAttempt, networkOf }: Parts) {
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
      // The same message for both, so that it does not reveal whose phone has an account.
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
      const { passwordHash: _, createdAt, ...person } = (await who.loggedIn(context, token)).user
      const logins = await context.db
        .select({ createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(and(eq(sessions.user, person.id), gt(sessions.expiresAt, context.now())))
      return {
        ...{ ...person, sessions: logins.length, since: createdAt.toISOString() },
        logins: logins.map((each) => ({ since: each.createdAt.toISOString(), until: each.expiresAt.toISOString() })),
      }
    },

    async changeAccount(context, { body: { current_password, ...person }, token }) {
      const { user } = await who.proven(context, token, current_password)
      const changed = await context.db.update(users).set(person).where(isStill(user)).returning()
      if (changed.length === 0) throw logInAgain()
      return { response: 'Your account has been changed.' }
    },

    async changePassword(context, { body, token }) {
      const { user } = await who.proven(context, token, body.current_password)
      await refuseGuessable(body.password, user)
      const passwordHash = await hashPassword(body.password)
      const session = await context.db.transaction(async (tx) => {
        const changed = await tx.update(users).set({ passwordHash }).where(isStill(user)).returning()
        if (changed.length === 0) throw logInAgain()
        // Including this one: its tokens may have been copied.
        await tx.delete(sessions).where(eq(sessions.user, user.id))
        return startSession(tx, user.id, context.now())
      })
      const message = 'Your password has been changed. Everywhere else you are logged out.'
      return { ...tokensOf(tokens, session, message), device: known.add(body.device, { ...user, passwordHash }) }
    },

    async endOtherSessions(context, { token }) {
      const { user, session } = await who.loggedIn(context, token)
      await context.db.delete(sessions).where(and(eq(sessions.user, user.id), ne(sessions.id, session)))
      return { response: 'Everywhere else you are logged out.' }
    },
  } satisfies Partial<Handlers>
}

/** Waits for a concurrent change of the password, after which no session begins with the old one. */
async function startUnlessChanged(tx: Tx, user: User, now: Date): Promise<Continued | undefined> {
  const same = await tx.select({ id: users.id }).from(users).where(isStill(user)).for('share')
  return same.length > 0 ? startSession(tx, user.id, now) : undefined
}

const tokensOf = (tokens: Tokens, { refreshToken, ...holder }: Continued, message: string) => ({
  message,
  access_token: tokens.access.sign(holder),
  refresh_token: refreshToken,
})
