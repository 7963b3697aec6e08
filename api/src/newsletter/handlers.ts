import { eq } from 'drizzle-orm'
import type { Handlers } from '../http/call'
import { Refusal } from '../http/refusal'
import type { Outbox } from '../mail/outbox'
import { askToConfirm } from './ask-to-confirm'
import { isToken, leaveList } from './leave'
import { subscribers } from './tables'

const UNKNOWN = 'This link is no longer good. If you want the newsletter, subscribe again.'
const LOOK =
  'Thank you. If your address is not on the list yet, you get an e-mail from us: follow its link, and you are on it.'

export const newsletterHandlers = (outbox: Outbox | undefined) =>
  ({
    // The same response whether or not the address was there, so that it does not reveal subscribers.
    async subscribe({ db }, { body: { email } }) {
      await db.transaction(async (tx) => {
        await tx.insert(subscribers).values({ email }).onConflictDoNothing()
        if (outbox) await askToConfirm(tx, outbox, email)
      })
      return { response: outbox ? LOOK : 'Thank you. You are on the list.' }
    },

    async confirmSubscription({ db, now }, { body }) {
      const mine = isToken(body.token) ? eq(subscribers.token, body.token) : undefined
      const joined = mine && (await db.update(subscribers).set({ confirmedAt: now() }).where(mine).returning())
      if (!joined?.length) throw new Refusal(404, UNKNOWN)
      return { response: 'Thank you. You are on the list.' }
    },

    // The same response the second time: the address is not on the list in either case.
    async leaveNewsletter({ db }, { body }) {
      await leaveList(db, body.token)
      return { response: 'You have left the list, and we have deleted your address.' }
    },
  }) satisfies Partial<Handlers>
