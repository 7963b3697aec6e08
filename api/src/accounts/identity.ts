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

/** Whether nobody has changed the password meanwhile. */
export const isStill = ({ id, passwordHash }: User) => and(eq(users.id, id), eq(users.passwordHash, passwordHash))

/** Says who makes a call. */
export function identity(tokens: Tokens, countAttempt: ReturnType<typeof attempts>) {
  async function find({ db, now }: Context, token: string | undefined) {
    const holder = token === undefined ? undefined : tokens.access.read(token)
    if (!holder || !(await isLive(db, holder, now()))) return undefined
    const [user] = await db.select().from(users).where(eq(users.id, holder.user))
    return user && { user, session: holder.session }
  }

  /** Whose account it is, and which session asks. */
  async function loggedIn(context: Context, token: string | undefined) {
    const found = await find(context, token)
    if (!found) throw logInAgain()
    return found
  }

  return {
    loggedIn,

    /** For calls that need no login: a token that is over keeps nobody out. */
    visitor: async (context: Context, token: string | undefined): Promise<User | undefined> =>
      (await find(context, token))?.user,

    /** Of whoever knows the password too. A stolen session has no more guesses than a device. */
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
