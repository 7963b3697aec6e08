import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { eq } from 'drizzle-orm'
import { textOfHtml } from '../content/plain-text'
import type { Db } from '../database/schema'
import { databaseTime, labelsOf, submissionsOf } from './read-submissions'
import { forms, type StoredField } from './tables'

/** There is nothing to export under this name. */
export class NoSuchForm extends Error {
  override readonly name = 'NoSuchForm'
}

/**
 * Writes what was sent with a form as CSV, oldest first, and replaces `file` when it is whole. The columns are the
 * form's fields as it is now, then those that only earlier submissions have. `uploads` is where their images are.
 */
export async function exportSubmissions(
  db: Db,
  form: string,
  file: string,
  uploads: string,
): Promise<{ rows: number }> {
  const [known] = await db.select().from(forms).where(eq(forms.slug, form))
  const until = await databaseTime(db)
  const used = await labelsOf(db, form, until)
  if (!known && used.length === 0) throw new NoSuchForm(`There is no form ${form}.`)
  const labels = [...new Set([...(known?.submission_form ?? []).map(({ data_label }) => data_label), ...used])]
  let rows = 0
  async function* lines() {
    yield ['Submission', 'Sent at', ...labels]
    for await (const { id, createdAt, fields } of submissionsOf(db, form, until)) {
      rows += 1
      const values = new Map(fields.map((field) => [field.label, cell(field, uploads)]))
      // One that was being written while we looked for labels.
      if (fields.some(({ label }) => !labels.includes(label))) throw new Error('the form changed meanwhile: try again')
      yield [id, createdAt.toISOString(), ...labels.map((label) => values.get(label) ?? '')]
    }
  }
  const part = `${file}.part`
  // Excel reads UTF-8 only behind a byte order mark, and runs what begins like a formula.
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' })
  try {
    await pipeline(Readable.from(lines()), csv, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { rows }
}

/** Images by their addresses, rich text as plain text. */
function cell({ kind, value }: StoredField, uploads: string): string {
  if (kind === 'file') return value && `${uploads}/${value}`
  return (kind === 'paragraph' ? textOfHtml(value) : value).trim()
}
