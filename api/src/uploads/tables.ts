import { bigint, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { api, instant, required } from '../database/schema'

/** Files of submissions that may have failed. */
export const unfinishedUploads = api.table(
  'unfinished_uploads',
  {
    name: text('name').primaryKey(),
    begunAt: instant('begun_at').notNull().defaultNow(),
  },
  (table) => [index('unfinished_uploads_by_age').on(table.begunAt)],
)

/** Images that were stored, by the hour, and by the digest of the network that sent them; `all` are those of every network. */
export const uploadedBytes = api.table(
  'uploaded_bytes',
  {
    client: required('client'),
    hour: instant('hour').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.hour] }), index('uploaded_bytes_by_age').on(table.hour)],
)
