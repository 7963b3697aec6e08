import { index, text, uuid } from 'drizzle-orm/pg-core'
import { api, citext, instant, required, texts, writtenAt } from '../database/schema'

export const users = api.table('users', {
  id: uuid('id').primaryKey(),
  phone: required('phone').unique(),
  ...texts('first_name', 'last_name'),
  email: citext('email').notNull(),
  /** argon2id, with its parameters. */
  passwordHash: required('password_hash'),
  createdAt: writtenAt(),
})

/** One for each login: the chain of refresh tokens that came from it. */
export const sessions = api.table(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    user: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the refresh token that is to be used next, and of the one before it. */
    tokenDigest: required('token_digest').unique(),
    previousDigest: text('previous_digest').unique(),
    rotatedAt: instant('rotated_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: writtenAt(),
  },
  (table) => [index('sessions_by_end').on(table.expiresAt)],
)

/** Failed attempts of a day, whether or not the phone number has an account. */
export const failedAttempts = api.table(
  'failed_attempts',
  {
    id: uuid('id').primaryKey(),
    /** Keyed digest of the typed text, which can have any length and is not always a phone number. */
    phoneDigest: required('phone_digest'),
    /** See `Source`. */
    source: required('source'),
    at: instant('at').notNull(),
  },
  (table) => [index('failed_attempts_by_phone').on(table.phoneDigest), index('failed_attempts_by_age').on(table.at)],
)
