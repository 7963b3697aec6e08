import { copyFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '@marram/files/make-folder'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../database/schema'
import { type Collection, collections } from './collections'
import { writeItemFile } from './item-file'
import { ContentMistake } from './mistakes'

/** Writes all content, with its pictures, as a folder that `applyContent` takes. Throws `ContentMistake`. */
export async function exportContent(db: Db, folder: string, mediaFolder: string): Promise<{ items: number }> {
  makeFolder(folder)
  if (!(await stat(folder)).isDirectory()) throw new ContentMistake(`${folder}: it is not a folder`)
  let items = 0
  for (const collection of collections) {
    const rows = await readRows(db, collection)
    items += rows.length
    for (const row of rows) await fetchPictures(row, folder, mediaFolder)
    if (collection.format === 'json') {
      await writeFile(join(folder, `${collection.name}.json`), `${JSON.stringify(rows, null, 2)}\n`)
    } else if (rows.length > 0) {
      makeFolder(join(folder, collection.name))
      for (const { slug, ...row } of rows)
        await writeFile(join(folder, collection.name, `${slug}.md`), writeItemFile(row))
    }
  }
  return { items }
}

async function readRows(db: Db, { table, key, fixed = {} }: Collection): Promise<Record<string, unknown>[]> {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const { position } = columns
  const own = Object.entries(fixed).map(([name, value]) => eq(columns[name] as PgColumn, value))
  const order = [...(position ? [asc(position)] : []), ...key.map((name) => asc(columns[name] as PgColumn))]
  const rows: Record<string, unknown>[] = await db
    .select()
    .from(table)
    .where(and(...own))
    .orderBy(...order)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => !(name in fixed) && value !== null)),
  )
}

/** Copies the files that a row refers to, and refers to the copies. */
async function fetchPictures(row: Record<string, unknown>, folder: string, mediaFolder: string): Promise<void> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.startsWith('/media/')) continue
    const path = value.slice('/media/'.length)
    const target = join(folder, 'media', path)
    makeFolder(dirname(target))
    await copyFile(join(mediaFolder, path), target)
    row[name] = `media/${path}`
  }
}
