import { uuid } from 'drizzle-orm/pg-core'
import { api, citext, instant, writtenAt } from '../database/schema'

export const subscribers = api.table('subscribers', {
  email: citext('email').primaryKey(),
  /** Stands in mails to the address: whoever has it reads those. */
  token: uuid('token').notNull().unique().defaultRandom(),
  /** When the address was asked whether it wants the newsletter; null where no mail could be sent yet. */
  askedAt: instant('asked_at'),
  /** When it said so. Nothing is sent to others. */
  confirmedAt: instant('confirmed_at'),
  createdAt: writtenAt(),
})
