import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { and, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { comments } from '../comments/tables'
import type { Db } from '../database/schema'
import { courses, events } from '../events/tables'
import { deleteSubmissions } from '../forms/delete-submissions'
import { forms, submissions } from '../forms/tables'

/**
 * Deletes what was sent with forms, `keep_days` after the next event of its form, or without one after it was sent. So
 * what was sent for an earlier event does not stay because its form is used again. Several instances may do so at once.
 */
export function forgetOldSubmissions(db: Db): Promise<number> {
  const { form, createdAt } = submissions
  const sentOn = sql`${createdAt}::date`
  const ends = sql`select ${events.form}, ${events.date_to} from ${events} union all select ${courses.form}, ${courses.date} from ${courses}`
  const next = sql`(select min(day) from (${ends}) as ends (form, day) where ends.form = ${form} and day >= ${sentOn})`
  const keepDays = sql`coalesce((select ${forms.keep_days} from ${forms} where ${forms.slug} = ${form}), ${KEEP_DAYS}::int)`
  return db.transaction((tx) => deleteSubmissions(tx, sql`coalesce(${next}, ${sentOn}) + ${keepDays} < current_date`))
}

/** Comments that are not shown, as long after they were sent. */
export async function forgetRejectedComments(db: Db): Promise<void> {
  const isHidden = or(isNull(comments.decision), ne(comments.decision, 'taken'))
  await db
    .delete(comments)
    .where(and(isHidden, lt(comments.createdAt, sql`now() - make_interval(days => ${KEEP_DAYS}::int)`)))
}
