import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { textOfHtml } from '../content/plain-text'
import type { Db } from '../database/schema'
import { OperatorMistake } from '../operator-mistake'
import { forms, type StoredField, submissions } from './tables'

/**
 * Writes a form's submissions as CSV, oldest first. The columns are the form's present fields, then those that only
 * earlier submissions have. `uploads` is where their images are.
 */
export async function exportSubmissions(db: Db, form: string, file: string, uploads: string) {
  const [known] = await db.select().from(forms).where(eq(forms.slug, form))
  // By the clock of the database, as in the dates of submissions.
  const { rows: clock } = await db.execute<{ until: string }>(sql`select now()::text as until`)
  const until = clock[0]?.until ?? ''
  const used = await labelsOf(db, form, until)
  if (!known && used.length === 0) throw new OperatorMistake(`There is no form ${form}.`)
  const labels = [...new Set([...(known?.submission_form ?? []).map(({ data_label }) => data_label), ...used])]
  let rows = 0
  async function* lines() {
    yield ['Submission', 'Sent at', ...labels]
    for await (const { id, createdAt, fields } of submissionsOf(db, form, until)) {
      rows += 1
      const values = new Map(fields.map((field) => [field.label, readable(field, uploads)]))
      // A submission that arrived while labels were read.
      if (fields.some(({ label }) => !labels.includes(label))) throw new Error('the form changed meanwhile: try again')
      yield [id, createdAt.toISOString(), ...labels.map((label) => values.get(label) ?? '')]
    }
  }
  const part = `${file}.part`
  // Excel reads UTF-8 only behind a byte order mark.
  const csv = stringify({ bom: true, record_delimiter: 'windows', cast: { string: asText } })
  try {
    await pipeline(Readable.from(lines()), csv, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { rows }
}

/**
 * Spreadsheets run values that begin like a formula, even in full-width characters, and some also separate cells at signs
 * other than a comma. So an apostrophe is put before everything that does not begin with a letter, a digit, or an opening
 * quotation mark or bracket. A `"` may only begin the whole value: after another sign it would open a cell itself.
 */
export const asText = (value: string): string =>
  value.replace(/(?<=^|[;|\t\r\n])(?=\s*[^\s\p{L}\p{N}\p{Ps}\p{Pi}"])|(?<=[;|\t\r\n])(?=\s*")/gu, "'")

/** Images by their addresses, rich text as plain text. */
export function readable({ kind, value }: StoredField, uploads: string): string {
  if (kind === 'file') return value && `${uploads}/${value}`
  return (kind === 'paragraph' ? textOfHtml(value) : value).trim()
}

const AT_ONCE = 500

const sentBy = (form: string, until: string) =>
  and(eq(submissions.form, form), lte(submissions.createdAt, sql`${until}::timestamptz`))

/** Labels of all fields that submissions of a form have, by alphabet. */
async function labelsOf(db: Db, form: string, until: string): Promise<string[]> {
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
async function* submissionsOf(db: Db, form: string, until: string) {
  const { id, createdAt, fields } = submissions
  // As text: a Date has no microseconds.
  let after: { id: string; at: string } | undefined
  for (;;) {
    const later = after && sql`(${createdAt}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)`
    const rows: { id: string; createdAt: Date; fields: StoredField[]; at: string }[] = await db
      .select({ id, createdAt, fields, at: sql<string>`${createdAt}::text` })
      .from(submissions)
      .where(and(sentBy(form, until), later))
      .orderBy(asc(createdAt), asc(id))
      .limit(AT_ONCE)
    yield* rows
    after = rows.at(-1)
    if (rows.length < AT_ONCE) return
  }
}
