import { api, citext, writtenAt } from '../database/schema'
import type { Handlers } from '../http/call'

export const subscribers = api.table('subscribers', { email: citext('email').primaryKey(), createdAt: writtenAt() })

export const newsletterHandlers = {
  // The same response whether or not the address was there: it does not show who subscribes.
  async subscribe({ db }, { body }) {
    await db.insert(subscribers).values({ email: body.email }).onConflictDoNothing()
    return { response: 'Thank you. You are on the list.' }
  },
} satisfies Partial<Handlers>
