import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type Collection, collections } from './collections'
import { drawingMistakes } from './drawings'
import { readItemFile } from './item-file'
import { ContentMistake } from './mistakes'

export type CollectionItems = { collection: Collection; items: Record<string, unknown>[] }

/** Everything in a folder of content, checked. Throws one `ContentMistake` that lists every mistake. */
export async function readContentFolder(folder: string): Promise<CollectionItems[]> {
  const place = await orMissing(stat(folder))
  if (!place?.isDirectory())
    throw new ContentMistake(`${folder}: ${place ? 'it is not a folder' : 'there is no such folder'}`)
  const mistakes: string[] = []
  const read: CollectionItems[] = []
  for (const collection of collections) {
    const raw = await readRaw(folder, collection.name)
    const items: Record<string, unknown>[] = []
    const [key = 'slug'] = collection.key.filter((name) => !(name in (collection.fixed ?? {})))
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
  if (mistakes.length > 0) throw new ContentMistake(mistakes.join('\n'))
  if (read.every(({ items }) => items.length === 0)) throw new ContentMistake(`${folder}: there is no content in it`)
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
      const text = await readText(join(folder, name, file))
      // The file's name is the slug.
      return {
        file: `${name}/${file}`,
        value: { slug: file.slice(0, -'.md'.length), ...readItemFile(`${name}/${file}`, text) },
      }
    })
  return [...fromList, ...(await Promise.all(fromFiles))]
}

function readList(file: string, text: string) {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new ContentMistake(`${file}: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) throw new ContentMistake(`${file}: must be a list`)
  return list.map((value, i) => ({ file: `${file} ${value?.slug ?? value?.id ?? i + 1}`, value }))
}

/** Where a folder is read as a file, Node’s error does not say which. */
const readText = (file: string) =>
  readFile(file, 'utf8').catch((error) => {
    throw Object.assign(error, { path: file })
  })

/** Undefined where there is nothing of that name. */
async function orMissing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
