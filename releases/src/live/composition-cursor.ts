import { cursorPattern } from '@marram/release-contract/calls/environments'
import { and, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import { liveComposition } from '../schema'

/**
 * Where a page of compositions ended. One change makes several, all of the same moment, so the moment alone would lose
 * those of them that stood on the other side of the border.
 */
export type Cursor = { lastAt: Date; partial: boolean; id: string }

export const cursorText = ({ lastAt, partial, id }: Cursor): string =>
  `${lastAt.toISOString()}_${partial ? 1 : 0}_${id}`

/** Also a moment alone, for what was live last before it. */
export function readCursor(text: string): Cursor | Date {
  const [, moment, partial, id] = cursorPattern.exec(text) ?? []
  const lastAt = new Date(moment ?? text)
  return id === undefined ? lastAt : { lastAt, partial: partial === '1', id }
}

const { lastAt, partial, composition } = liveComposition

/** What comes after it: latest first, of one moment those of everybody first. */
export const beyond = (cursor: Cursor | Date): SQL | undefined =>
  cursor instanceof Date
    ? lt(lastAt, cursor)
    : or(
        lt(lastAt, cursor.lastAt),
        and(
          eq(lastAt, cursor.lastAt),
          or(gt(partial, cursor.partial), and(eq(partial, cursor.partial), gt(composition, cursor.id))),
        ),
      )
