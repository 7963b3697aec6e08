import { and, eq } from 'drizzle-orm'
import type { Context } from '../http/call'
import { Refusal } from '../http/refusal'
import type { attempts } from './failed-attempts'
import { isPassword } from './passwords'
import { isLive } from './sessions'
import { users } from './tables'
import type { Tokens } from './tokens'

export type User = typeof users.$inferSelect
export type Identity = ReturnType<typeof identity>

export const logInAgain = () => new Refusal(401, 'Please log in again.')

/** Whether the password has not changed meanwhile. */
export const isStill = ({ id, passwordHash }: User) => and(eq(users.id, id), eq(users.passwordHash, passwordHash))

/** Identifies the caller. */
export function identity(tokens: Tokens, countAttempt: ReturnType<typeof attempts>) {
  async function find({ db, now }: Context, token: string | undefined) {
    const holder = token === undefined ? undefined : tokens.access.read(token)
    if (!holder || !(await isLive(db, holder, now()))) return undefined
    const [user] = await db.select().from(users).where(eq(users.id, holder.user))
    return user && { user, session: holder.session }
  }

  /** The caller's account and session. */
  async function loggedIn(context: Context, token: string | undefined) {
    const found = await find(context, token)
    if (!found) throw logInAgain()
    return found
  }

  return {
    loggedIn,

    /** For calls without a required login: an expired token is ignored. */
    visitor: async (context: Context, token: string | undefined): Promise<User | undefined> =>
      (await find(context, token))?.user,

    /** For callers who also know the password. A stolen session has no more guesses than a device. */
    async proven(context: Context, token: string | undefined, password: string) {
      const found = await loggedIn(context, token)
      const succeeded = await countAttempt(found.user.phone, `device ${found.session}`, context.now())
      const message = 'This is not your present password.'
      if (!(await isPassword(password, found.user.passwordHash)))
        throw new Refusal(400, message, { current_password: message })
      await succeeded()
      return found
    },
  }
}
