import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '@marram/files/make-folder'
import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { MediaFiles } from '../content/media'
import type { Db, Tx } from '../database/schema'
import { OperatorMistake } from '../operator-mistake'
import { type Collection, collections, columnsInFiles } from './collections'
import { drawingMistakes } from './drawings'

export type CollectionItems = { collection: Collection; items: Record<string, unknown>[] }

/** Everything in a folder of content, checked. Throws one `OperatorMistake` that lists every mistake. */
export async function readContentFolder(folder: string): Promise<CollectionItems[]> {
  const place = await orMissing(stat(folder))
  if (!place?.isDirectory())
    throw new OperatorMistake(`${folder}: ${place ? 'it is not a folder' : 'there is no such folder'}`)
  const mistakes: string[] = []
  const read: CollectionItems[] = []
  for (const collection of collections) {
    const raw = await readRaw(folder, collection.name)
    const items: Record<string, unknown>[] = []
    const { key } = collection
    const known = new Set<unknown>()
    for (const { file, value } of raw) {
      const result = collection.item.safeParse(value)
      if (!result.success) mistakes.push(...result.error.issues.map((issue) => `${file}: ${describe(issue)}`))
      else if (known.has(result.data[key])) mistakes.push(`${file}: the ${key} ${result.data[key]} is there twice`)
      else {
        mistakes.push(...(await drawingMistakes(result.data)).map((words) => `${file}: ${words}`))
        known.add(result.data[key])
        items.push(result.data)
      }
    }
    read.push({ collection, items })
  }
  if (mistakes.length > 0) throw new OperatorMistake(mistakes.join('\n'))
  if (read.every(({ items }) => items.length === 0)) throw new OperatorMistake(`${folder}: there is no content in it`)
  return read
}

const describe = (issue: z.core.$ZodIssue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')

async function readRaw(folder: string, name: string): Promise<{ file: string; value: unknown }[]> {
  const list = await orMissing(readText(join(folder, `${name}.json`)))
  const fromList = list === undefined ? [] : readList(`${name}.json`, list)
  const names = (await orMissing(readdir(join(folder, name)))) ?? []
  const fromFiles = names
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(async (file) => {
      const item = readItemFile(`${name}/${file}`, await readText(join(folder, name, file)))
      return { file: `${name}/${file}`, value: { slug: file.slice(0, -'.md'.length), ...item } }
    })
  return [...fromList, ...(await Promise.all(fromFiles))]
}

function readList(file: string, text: string) {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new OperatorMistake(`${file}: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) throw new OperatorMistake(`${file}: must be a list`)
  return list.map((value, i) => ({ file: `${file} ${value?.slug ?? value?.id ?? i + 1}`, value }))
}

/** If a folder is read as a file, Node’s error does not name it. */
const readText = (file: string) =>
  readFile(file, 'utf8').catch((error) => {
    throw Object.assign(error, { path: file })
  })

async function orMissing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes all content, with its pictures, as a folder for `applyContent`. Throws `OperatorMistake`. */
export async function exportContent(db: Db, folder: string, media: MediaFiles): Promise<{ items: number }> {
  makeFolder(folder)
  if (!(await stat(folder)).isDirectory()) throw new OperatorMistake(`${folder}: it is not a folder`)
  let items = 0
  for (const collection of collections) {
    const rows = await readRows(db, collection)
    items += rows.length
    for (const row of rows) await fetchPictures(row, folder, media)
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

/** The rows of a collection, or those of them that `which` names, as its files have them. */
export async function readRows(
  db: Db | Tx,
  { table, key, fixed = {} }: Collection,
  which?: SQL,
): Promise<Record<string, unknown>[]> {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const own = Object.entries(fixed).map(([name, value]) => eq(columns[name] as PgColumn, value))
  const order = [columns.position, columns[key]].flatMap((column) => (column ? [asc(column)] : []))
  const inFiles = columnsInFiles(table).filter(([name]) => !(name in fixed))
  const rows: Record<string, unknown>[] = await db
    .select(Object.fromEntries(inFiles))
    .from(table)
    .where(and(...own, which))
    .orderBy(...order)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
}

/** Copies the files that a row refers to, and refers to the copies. */
async function fetchPictures(row: Record<string, unknown>, folder: string, media: MediaFiles): Promise<void> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.startsWith('/media/')) continue
    const path = value.slice('/media/'.length)
    const target = join(folder, 'media', path)
    makeFolder(dirname(target))
    if (!(await media.exists(path))) throw new OperatorMistake(`${value}: this picture is missing`)
    await writeFile(target, await media.getStream(path))
    row[name] = `media/${path}`
  }
}

/** An item's fields, between two lines of `---`, as plain text or as JSON; then its description as HTML. */
export function readItemFile(name: string, text: string): Record<string, unknown> {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text)
  if (!parts) throw new OperatorMistake(`${name}: must begin with fields between two lines of ---`)
  const fields: Record<string, unknown> = {}
  for (const line of (parts[1] as string).split(/\r?\n/)) {
    if (line.trim() === '') continue
    const field = /^(\w+):(.*)$/s.exec(line)
    if (!field) throw new OperatorMistake(`${name}: “${line}” is not a field`)
    fields[field[1] as string] = readValue(name, (field[2] as string).trim())
  }
  return { ...fields, description: (parts[2] as string).trim() }
}

export function writeItemFile({ description, ...fields }: Record<string, unknown>): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${writeValue(value)}`)
  return `---\n${lines.join('\n')}\n---\n${description}\n`
}

const json = /^(?:[{["]|-?\d+$|true$|false$|null$)/

function readValue(name: string, text: string): unknown {
  if (!json.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorMistake(`${name}: “${text}” is not JSON`)
  }
}

const writeValue = (value: unknown) =>
  typeof value === 'string' && value === value.trim() && value !== '' && !json.test(value) && !/[\r\n]/.test(value)
    ? value
    : JSON.stringify(value)
