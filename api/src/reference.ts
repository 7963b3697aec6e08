import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { OperatorMistake } from './operator-mistake'

/** A short reference for letters and phone calls: the first eight digits of an id. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()

/** The rows whose id begins with it. Throws `OperatorMistake` for an invalid reference. */
export function isReferred(id: AnyColumn, typed: string): SQL {
  if (!/^[\da-f]{8}[\da-f-]{0,28}$/i.test(typed))
    throw new OperatorMistake(`${typed} is no reference, such as 7F3A91C2.`)
  return sql`${id}::text like ${`${typed.toLowerCase()}%`}`
}
