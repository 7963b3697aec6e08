import { sql } from 'drizzle-orm'
import { index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { api, citext, instant, required, texts, writtenAt } from '../database/schema'

export const mails = api.table(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** What it is about: of two with the same key the second is not queued. */
    key: required('key').unique(),
    kind: required('kind').$type<MailKind>(),
    to: citext('recipient').notNull(),
    ...texts('subject', 'text'),
    /** Where a mail program leaves the list by itself; of newsletters alone. */
    leave: text('leave'),
    attempts: integer('attempts').notNull().default(0),
    /** Not sent before that: again after a failure, or by another process where this one ended. */
    dueAt: instant('due_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    createdAt: writtenAt(),
  },
  (table) => [
    index('mails_due').on(table.dueAt).where(sql`sent_at is null`),
    index('mails_by_recipient').on(table.to, table.createdAt),
  ],
)

export type MailKind = 'receipt' | 'confirmation' | 'newsletter' | 'password'
