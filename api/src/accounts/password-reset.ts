import { paths } from '@marram/api-contract/paths'
import { eq } from 'drizzle-orm'
import type { Context, Handlers } from '../http/call'
import { Refusal } from '../http/refusal'
import { letter, type Outbox, queueMail } from '../mail/outbox'
import type { devices } from './devices'
import { isStill, type User } from './identity'
import { hashPassword, refuseGuessable } from './passwords'
import { sessions, users } from './tables'
import { isSame, keyedDigest } from './tokens'

const HOUR = 3_600_000
/** Minimum time between two mails, however often one is requested. */
const AGAIN_AFTER = 5 * 60_000

const OVER = 'This link is no longer good: it can be used once, for an hour. Ask for another one.'

/**
 * Replaces a forgotten password, by a link in a mail. The link is not stored: it is signed together with the hash of the
 * present password and the e-mail address, so that a change of either invalidates it.
 */
export function passwordResetHandlers(key: Buffer, known: ReturnType<typeof devices>, outbox: Outbox | undefined) {
  const proofOf = ({ id, passwordHash, email }: User, until: string) =>
    keyedDigest(key, [id, passwordHash, email, until].join(' '))

  async function ownerOf({ db, now }: Context, token: string): Promise<User> {
    const [id = '', until = '', proof = ''] = token.split('.')
    const isOurs = /^[\da-f-]{36}$/.test(id) && Number.parseInt(until, 36) > now().getTime()
    const [user] = isOurs ? await db.select().from(users).where(eq(users.id, id)) : []
    if (!user || !isSame(proof, proofOf(user, until))) throw new Refusal(400, OVER)
    return user
  }

  return {
    getMailState: async () => ({ sends: outbox !== undefined }),

    // The same response whether or not there is such an account.
    async forgetPassword({ db, now }, { body: { phone } }) {
      if (!outbox) throw new Refusal(404, 'This site sends no e-mails. Get in touch, and we help you.')
      const [user] = await db.select().from(users).where(eq(users.phone, phone))
      const until = (now().getTime() + HOUR).toString(36)
      const mail = user && {
        ...{ key: `password:${user.id}:${Math.floor(now().getTime() / AGAIN_AFTER)}`, to: user.email },
        subject: 'Choose another password',
        text: letter(
          outbox,
          `somebody, and we hope it was you, has forgotten the password of your account with Marram. To choose another one, open this page within an hour:

${outbox.site}${paths.password({ token: `${user.id}.${until}.${proofOf(user, until)}` })}

If it was not you, you need do nothing: your password stays as it is.`,
        ),
      }
      if (mail) await db.transaction((tx) => queueMail(tx, outbox, { ...mail, kind: 'password' }))
      return {
        response: 'If this phone number has an account, a link is on its way to the e-mail address of that account.',
      }
    },

    async resetPassword(context, { body: { token, password, device } }) {
      const user = await ownerOf(context, token)
      await refuseGuessable(password, user)
      const passwordHash = await hashPassword(password)
      await context.db.transaction(async (tx) => {
        const changed = await tx.update(users).set({ passwordHash }).where(isStill(user)).returning()
        if (changed.length === 0) throw new Refusal(400, OVER)
        await tx.delete(sessions).where(eq(sessions.user, user.id))
      })
      return {
        response: 'Your password has been changed. Log in with the new one.',
        // The reader of the owner's mail counts as the owner, even if others have used up the attempts of new devices.
        device: known.add(device, { ...user, passwordHash }),
      }
    },
  } satisfies Partial<Handlers>
}
