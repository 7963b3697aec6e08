import { sql } from 'drizzle-orm'
import { index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { api, citext, instant, required, texts, writtenAt } from '../database/schema'

export const mails = api.table(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** Its subject: a second mail with the same key is not queued. */
    key: required('key').unique(),
    kind: required('kind').$type<MailKind>(),
    to: citext('recipient').notNull(),
    ...texts('subject', 'text'),
    /** The address for one-click unsubscription by mail programs; only for newsletters. */
    leave: text('leave'),
    attempts: integer('attempts').notNull().default(0),
    /** Not sent before that: the next attempt after a failure, or by another process if this one ended. */
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
