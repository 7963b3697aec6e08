import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { and, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { comments } from '../comments/tables'
import type { Db } from '../database/schema'
import { courses, events } from '../events/tables'
import { deleteSubmissions } from '../forms/delete-submissions'
import { forms, submissions } from '../forms/tables'

/**
 * Deletes what was sent with forms, `keep_days` after the last event that its form was for when it was sent, or without
 * one after it was sent. That day is stored with the first call, within the hour: an event that gets the form later does
 * not keep what was sent for an earlier one. Several instances may do so at once.
 */
export function forgetOldSubmissions(db: Db): Promise<number> {
  const { form, createdAt, keepFrom } = submissions
  const sentOn = sql`${createdAt}::date`
  const ends = sql`select ${events.form}, ${events.date_to} from ${events} union all select ${courses.form}, ${courses.date} from ${courses}`
  // Which of several events it is for, the call does not say.
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

/** Comments that are not shown, as long after they were sent. */
export async function forgetRejectedComments(db: Db): Promise<void> {
  const isHidden = or(isNull(comments.decision), ne(comments.decision, 'taken'))
  await db
    .delete(comments)
    .where(and(isHidden, lt(comments.createdAt, sql`now() - make_interval(days => ${KEEP_DAYS}::int)`)))
}
