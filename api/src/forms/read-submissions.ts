import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../database/schema'
import { submissions } from './tables'

const AT_ONCE = 500

type Submission = Pick<typeof submissions.$inferSelect, 'id' | 'createdAt' | 'fields'>

const sentBy = (form: string, until: string) =>
  and(eq(submissions.form, form), lte(submissions.createdAt, sql`${until}::timestamptz`))

/** Now by the database's own clock, which is the one that submissions are dated by. */
export async function databaseTime(db: Db): Promise<string> {
  const [row] = await db.select({ now: sql<string>`now()::text` }).from(sql`(select 1) as nothing`)
  return row?.now as string
}

/** Labels of all fields that submissions of a form have, by alphabet. */
export async function labelsOf(db: Db, form: string, until: string): Promise<string[]> {
  const label = sql<string>`field ->> 'label'`
  const rows = await db
    .selectDistinct({ label })
    .from(submissions)
    .crossJoinLateral(sql`jsonb_array_elements(${submissions.fields}) as field`)
    .where(sentBy(form, until))
    .orderBy(asc(label))
  return rows.map((row) => row.label)
}

/** Submissions of a form in the order in which they came, read a few at a time: there may be more than memory holds. */
export async function* submissionsOf(db: Db, form: string, until: string): AsyncGenerator<Submission> {
  // As text: a Date has no microseconds.
  let after: { id: string; at: string } | undefined
  for (;;) {
    const rows = await db
      .select({
        id: submissions.id,
        createdAt: submissions.createdAt,
        fields: submissions.fields,
        at: sql<string>`${submissions.createdAt}::text`,
      })
      .from(submissions)
      .where(
        and(
          sentBy(form, until),
          after && sql`(${submissions.createdAt}, ${submissions.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(submissions.createdAt), asc(submissions.id))
      .limit(AT_ONCE)
    yield* rows
    after = rows.at(-1)
    if (rows.length < AT_ONCE) return
  }
}
