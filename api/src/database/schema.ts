import type { Database, Transaction } from '@marram/server/database'
import { customType, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

// Each noun has its tables in its own `tables.ts`. Columns have the names of the calls' fields: a row is a response, whose
// undeclared fields are stripped. Indexes on `desc()` have `nullsFirst()`, since a query's `desc()` uses that order, and
// an index in another order cannot serve it.

export const api = pgSchema('api')

export type Db = Database
export type Tx = Transaction

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })
/** Sorts the same on every server, whatever its locale. */
export const sortable = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const slug = () => text('slug').primaryKey()
export const required = <Name extends string>(name: Name) => text(name).notNull()
/** Columns of text that is never null. */
export const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, required(name)])) as { [N in Name]: ReturnType<typeof required<N>> }
/** The position of an item in its list; equal positions are ordered by slug. */
export const position = () => integer('position').notNull().default(0)
export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true })
/** When content was last changed: `applyContent` writes it, and no file has it. */
export const changedAt = () => instant('changed_at').notNull().defaultNow()
export const writtenAt = () => instant('created_at').notNull().defaultNow()
