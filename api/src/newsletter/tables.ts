import { uuid } from 'drizzle-orm/pg-core'
import { api, citext, instant, writtenAt } from '../database/schema'

export const subscribers = api.table('subscribers', {
  email: citext('email').primaryKey(),
  /** Contained in mails to the address, so its holder reads those mails. */
  token: uuid('token').notNull().unique().defaultRandom(),
  /** When the address was asked whether it wants the newsletter; null if no mail could be sent yet. */
  askedAt: instant('asked_at'),
  /** When it was confirmed. Nothing is sent to unconfirmed addresses. */
  confirmedAt: instant('confirmed_at'),
  createdAt: writtenAt(),
})
