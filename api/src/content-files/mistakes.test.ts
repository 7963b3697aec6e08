import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@marram/server/stored-files'
import { engines, type TestDatabase } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDatabase } from '../database/open-database'
import type { Db } from '../database/schema'
import type { Task } from '../operator/commands'
import { operate } from '../operator/operate'
import { OperatorMistake } from '../operator-mistake'

const fail = () => Promise.reject(new Error('not used here'))

describe('mistakes of an operator are explained', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-mistakes-'))
  let place: TestDatabase
  let database: { db: Db; close(): Promise<void> }
  beforeAll(async () => {
    place = await (engines[0] as (typeof engines)[number]).create()
    database = await openApiDatabase(place.location)
  })
  afterAll(async () => {
    await database?.close()
    await place?.drop()
    rmSync(folder, { recursive: true })
  })

  const uploadFiles = { put: fail, delete: fail, getStream: fail }
  const places = { media: openFolder(join(folder, 'pictures')), uploads: folder, uploadFiles }
  const told = (task: Task) =>
    operate(task, { ...places, db: database.db, outbox: undefined }).then(
      () => 'done',
      (error: Error) => (error instanceof OperatorMistake ? error.message : Promise.reject(error)),
    )
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  mkdirSync(join(folder, 'odd/news/x.md'), { recursive: true })
  mkdirSync(join(folder, 'blocked'))
  writeFileSync(join(folder, 'blocked/home.json'), '')
  mkdirSync(join(folder, 'full/home.json'), { recursive: true })

  it.each<[string, 'apply' | 'export', string, string]>([
    ['applied from nowhere', 'apply', join(folder, 'none'), 'none: there is no such folder'],
    ['applied from a file', 'apply', file, 'a-file: it is not a folder'],
    ['an item that is a folder', 'apply', join(folder, 'odd'), 'odd/news/x.md: it is a folder, and should be a file'],
    ['exported to a file', 'export', file, 'a-file: it is not a folder'],
    ['exported below a file', 'export', join(file, 'x'), 'a-file/x: something on the way to it is not a folder'],
    ['exported over a folder', 'export', join(folder, 'full'), 'full/home.json: it is a folder, and should be a file'],
  ])('%s', async (_, verb, where, words) => {
    expect(await told({ action: `content/${verb}`, folder: where })).toBe(join(folder, words))
  })

  // Node's own recursive mkdir never returns there.
  it.runIf(process.platform === 'linux')('an export to where no folder can be created', async () => {
    expect(await told({ action: 'content/export', folder: '/proc/nothing/here' })).toBe(
      '/proc/nothing: no folder can be made there',
    )
  })

  it.each<[string, object, string]>([
    ['a character that cannot be stored', { title: 'a\0b' }, 'title: has a character that cannot be stored'],
    ['half a character', { description: 'a\ud800' }, 'description: has a character that cannot be stored'],
    ['a link with one', { link: 'https://a.example/\0' }, 'link: has a character that cannot be stored'],
    ['a day before there was one', { date: '0000-01-01' }, 'date: must be of the year 1 or later'],
    ['a slug that is too long for a file', { slug: 'a'.repeat(201) }, 'slug: Too big'],
    ['nothing but space', { description: ' \n' }, 'description: Too small'],
  ])('%s, by file and field', async (_, change, words) => {
    const item = { slug: 'x', title: 'x', image: 'x', date: '2026-11-09', category: 'x', description: 'x', ...change }
    expect(await applied('digital-media', item)).toMatch(words)
  })

  const day = '2026-11-09'
  const event = { slug: 'x', title: 'x', image: 'x', description: 'x', date_from: day, date_to: day, open: true }
  it.each<[string, string, object, string]>([
    [
      'a place too far',
      'categories',
      { slug: 'x', title: 'x', position: 99_999_999_999 },
      'categories.json x: position:',
    ],
    [
      'a rank too far',
      'main-news',
      {
        slug: 'x',
        title: 'x',
        image: 'x',
        date: '2026-11-09',
        category: 'x',
        description: 'x',
        featured: -(2 ** 31) - 1,
      },
      'main-news.json x: featured:',
    ],
    ['a quiz of no time', 'olympiads', { ...event, quiz_minutes: 0 }, 'olympiads.json x: quiz_minutes: Too small'],
    ['a quiz of a sport', 'sports', { ...event, quiz_minutes: 30 }, 'Unrecognized key: "quiz_minutes"'],
  ])('%s', async (_, name, item, words) => expect(await applied(name, item)).toMatch(words))

  function applied(name: string, item: object) {
    const own = mkdtempSync(join(folder, 'own-'))
    writeFileSync(join(own, `${name}.json`), JSON.stringify([item]))
    return told({ action: 'content/apply', folder: own })
  }
})
