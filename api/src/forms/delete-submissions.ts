import type { SQL } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import { unfinishedUploads } from '../uploads/tables'
import { type StoredField, submissions } from './tables'

export const imagesIn = (fields: StoredField[]): string[] =>
  fields.flatMap(({ kind, value }) => (kind === 'file' && value ? [value] : []))

/** Deletes submissions, and leaves their images to `removeUnfinishedUploads`, even if this process ends before that. */
export async function deleteSubmissions(tx: Tx, which: SQL): Promise<number> {
  const deleted = await tx.delete(submissions).where(which).returning({ fields: submissions.fields })
  const images = deleted.flatMap(({ fields }) => imagesIn(fields))
  if (images.length > 0)
    await tx.insert(unfinishedUploads).values(images.map((name) => ({ name, begunAt: new Date(0) })))
  return deleted.length
}
