import { Semaphore } from '@marram/server/semaphore'
import { eq, getTableColumns, notInArray, type SQLChunk, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MediaFiles } from '../content/media'
import { bumpContentRevision } from '../content/revision'
import type { Db, Tx } from '../database/schema'
import { OperatorMistake } from '../operator-mistake'
import { type Indexed, indexContent } from '../search/index-content'
import { searchItems } from '../search/tables'
import { type Collection, collections, columnsInFiles } from './collections'
import { readContentFolder, readRows } from './content-folder'
import { placePictures } from './media-files'

/** The number of an advisory lock that nothing else on this database uses. */
const APPLY_LOCK = 77_105

/** Few: a photograph takes memory for all of its pixels. */
const placing = new Semaphore({ atOnce: 2 })

export type Applied = { items: number; changed: number; revision: number | undefined }

/** Adds the content of a folder or replaces it by slug, all or nothing. Other items stay. Throws `OperatorMistake`. */
export async function applyContent(db: Db, contentFolder: string, media: MediaFiles): Promise<Applied> {
  const read = await readContentFolder(contentFolder)
  let items = 0
  for (const { collection, items: rows } of read) {
    const place = (row: (typeof rows)[number]) =>
      placing.run(() => placePictures(row, collection.name, contentFolder, media))
    await Promise.all(rows.map(place))
    items += rows.length
  }
  try {
    return await db.transaction(async (tx) => {
      await applyAlone(tx)
      let changed = 0
      for (const { collection, items: rows } of read) {
        const keys = await upsert(tx, collection, rows)
        const written = (rows as Indexed[]).filter(({ slug }) => keys.has(slug))
        if (collection.search) await indexContent(tx, collection.search, written)
        changed += keys.size
      }
      changed += await addMissing(tx)
      return { items, changed, revision: changed === 0 ? undefined : await bumpContentRevision(tx) }
    })
  } catch (error) {
    const { code, detail } = ((error as Error).cause ?? {}) as { code?: string; detail?: string }
    if (code === '23503') throw new OperatorMistake(`Something is referred to that does not exist: ${detail}`)
    throw error
  }
}

/** Indexes items that were applied before the search supported their kind. Returns their number. */
export function indexMissing(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await applyAlone(tx)
    const added = await addMissing(tx)
    if (added > 0) await bumpContentRevision(tx)
    return added
  })
}

async function addMissing(tx: Tx): Promise<number> {
  let added = 0
  for (const collection of collections) {
    const { search, table } = collection
    if (!search) continue
    const indexed = tx.select({ slug: searchItems.slug }).from(searchItems).where(eq(searchItems.kind, search))
    const { slug } = getTableColumns(table) as Record<string, PgColumn>
    const missing = await readRows(tx, collection, notInArray(slug as PgColumn, indexed))
    await indexContent(tx, search, missing as Indexed[])
    added += missing.length
  }
  return added
}

/** One at a time, across all instances: two could deadlock on each other's rows. */
const applyAlone = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${APPLY_LOCK})`)

/** The keys of rows that are new or different. */
async function upsert(
  tx: Tx,
  { table, key, fixed = {} }: Collection,
  items: Record<string, unknown>[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set()
  const columns = columnsInFiles(table)
  const { changed_at: changedAt } = getTableColumns(table)
  const rows = items.map((item, i) => ({
    // Every column is named, so that a field that was taken out of a file becomes empty.
    ...Object.fromEntries(columns.map(([name]) => [name, item[name] ?? (name === 'position' ? i : null)])),
    ...fixed,
  }))
  const isKey = (name: string) => name === key || name in fixed
  const others = columns.filter(([name]) => !isKey(name))
  const excluded = others.map(([, column]) => sql`excluded.${sql.identifier(column.name)}`)
  const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `)
  const written = await tx
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: columns.flatMap(([name, column]) => (isKey(name) ? [column] : [])),
      set: {
        ...Object.fromEntries(others.map(([name], i) => [name, excluded[i]])),
        ...(changedAt && { changed_at: sql`now()` }),
      },
      setWhere: sql`(${list(others.map(([, column]) => column))}) is distinct from (${list(excluded)})`,
    })
    .returning({ key: getTableColumns(table)[key] as PgColumn })
  return new Set(written.map((row) => String(row.key)))
}
