import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { and, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { comments } from '../comments/tables'
import type { Db } from '../database/schema'
import { courses, events } from '../events/tables'
import { deleteSubmissions } from '../forms/delete-submissions'
import { forms, submissions } from '../forms/tables'

/**
 * Deletes submissions `keep_days` after the last event of their form at the time of sending, or without an event, after
 * sending. That day is stored with the first call, within the hour, so that a later event with the same form does not keep
 * submissions for an earlier one. Several instances may do this concurrently.
 */
export function forgetOldSubmissions(db: Db): Promise<number> {
  const { form, createdAt, keepFrom } = submissions
  const sentOn = sql`${createdAt}::date`
  const ends = sql`select ${events.form}, ${events.date_to} from ${events} union all select ${courses.form}, ${courses.date} from ${courses}`
  // With several events, the call does not name the one that it is for.
  const last = sql`(select max(day) from (${ends}) as ends (form, day) where ends.form = ${form} and day >= ${sentOn})`
  const keepDays = sql`coalesce((select ${forms.keep_days} from ${forms} where ${forms.slug} = ${form}), ${KEEP_DAYS}::int)`
  return db.transaction(async (tx) => {
    await tx
      .update(submissions)
      .set({ keepFrom: sql`coalesce(${last}, ${sentOn})` })
      .where(isNull(keepFrom))
    return deleteSubmissions(tx, sql`${keepFrom} + ${keepDays} < current_date`)
  })
}

/** Deletes comments that are not shown, the same time after sending. */
export async function forgetRejectedComments(db: Db): Promise<void> {
  const isHidden = or(isNull(comments.decision), ne(comments.decision, 'taken'))
  await db
    .delete(comments)
    .where(and(isHidden, lt(comments.createdAt, sql`now() - make_interval(days => ${KEEP_DAYS}::int)`)))
}
