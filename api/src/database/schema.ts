import type { Database, Transaction } from '@marram/server/database'
import { customType, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

// Each noun has its tables in its own `tables.ts`. Columns are named as the calls name their fields: a row is a
// response, and what no call declares is stripped. Indexes on `desc()` say `nullsFirst()`: so a query's `desc()` orders,
// and an index in another order cannot serve it.

export const api = pgSchema('api')

export type Db = Database
export type Tx = Transaction

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })
/** Sorts alike on every server, whatever language that was set up in. */
export const sortable = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const slug = () => text('slug').primaryKey()
export const required = <Name extends string>(name: Name) => text(name).notNull()
/** Columns of text that is never null. */
export const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, required(name)])) as { [N in Name]: ReturnType<typeof required<N>> }
/** Where in its list an item stands; equal positions go by slug. */
export const position = () => integer('position').notNull().default(0)
export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true })
export const writtenAt = () => instant('created_at').notNull().defaultNow()
