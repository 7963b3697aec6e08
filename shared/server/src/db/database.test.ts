import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEngines, type TestDatabase } from '../testing/engines'
import { notes, notesOptions } from '../testing/notes'
import { openEntries, withoutUmask } from '../testing/open-entries'
import { describeOnServer } from '../testing/server-only'
import { trackedContexts } from '../testing/tracked-contexts'
import { type OpenDatabase, openDatabase } from './database'

describe.each(allEngines)('a database ($name)', ({ name, create }) => {
  let place: TestDatabase
  let database: OpenDatabase<typeof notesOptions.schema>
  let trackedBefore: number
  beforeAll(async () => {
    trackedBefore = trackedContexts()
    place = await create()
    database = await openDatabase({ ...notesOptions, ...place.location })
  })
  afterAll(async () => {
    await database?.close()
    await place?.drop()
  })

  it('names its engine', () => expect(database.engine).toBe(name))

  it('keeps what a transaction wrote and drops what a failed one wrote', async () => {
    await database.db.transaction((tx) => tx.insert(notes).values({ id: 1, text: 'kept' }))
    const failed = database.db.transaction(async (tx) => {
      await tx.insert(notes).values({ id: 2, text: 'lost' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await database.db.select().from(notes)).toEqual([{ id: 1, text: 'kept' }])
  })

  it('refuses db inside a transaction instead of waiting for ever', async () => {
    const { db } = database
    const misuse = [
      () => db.select().from(notes),
      () => db.insert(notes).values({ id: 3, text: 'outside' }),
      () => db.execute(sql`select 1`),
      () => db.transaction(async (tx) => tx.select().from(notes)),
    ]
    for (const call of misuse) {
      const answer = db.transaction(async () => void (await call())).catch((error) => `${error} ${error.cause}`)
      expect(await answer).toContain('use tx there')
    }
    expect(await db.$count(notes)).toBe(1)
  })

  it('allows db again after the transaction, also for work that the transaction left running', async () => {
    const { db } = database
    let later: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await tx.select().from(notes)
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.select().from(notes))
    })
    expect(await later).toHaveLength(1)
  })

  it('slows the rest of the process down only while a transaction is running', async () => {
    await database.db.transaction((tx) => tx.select().from(notes))
    expect(trackedContexts()).toBe(trackedBefore)
  })

  it('rolls back to a nested transaction', async () => {
    await database.db.transaction(async (tx) => {
      await tx
        .transaction((inner) =>
          inner
            .insert(notes)
            .values({ id: 4, text: 'inner' })
            .then(() => Promise.reject()),
        )
        .catch(() => {})
      await tx.insert(notes).values({ id: 5, text: 'outer' })
    })
    expect(await database.db.select({ id: notes.id }).from(notes).where(eq(notes.id, 4))).toEqual([])
    await database.db.delete(notes).where(eq(notes.id, 5))
  })

  it('reads int8 as a number in raw SQL and has the extensions', async () => {
    const { rows } = await database.db.execute(
      sql`select count(*) as n, unaccent('é') as plain, similarity('marram', 'maram') > 0.5 as near, 'A'::citext = 'a' as same from notes.notes`,
    )
    expect(rows).toEqual([{ n: 1, plain: 'e', near: true, same: true }])
    expect((await database.db.select({ n: count() }).from(notes))[0]?.n).toBe(1)
  })

  it('keeps everything over close and open, and migrates only once', async () => {
    await database.close()
    database = await openDatabase({ ...notesOptions, ...place.location })
    expect(await database.db.$count(notes)).toBe(1)
  })
})

describe('the files of the embedded engine', () => {
  it('are readable only for their owner from the first one, logs included, however they are created', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'marram-modes-')), 'database')
    await withoutUmask(async () => {
      const { db, close } = await openDatabase({ ...notesOptions, folder })
      const pg = () => openEntries(join(folder, 'pg'))
      expect(pg()).toEqual([])
      await db.insert(notes).values({ id: 1, text: 'x'.repeat(100_000) })
      await db.execute(sql`create table grown as select n, repeat('x', 500) as text from generate_series(1, 8000) as n`)
      await db.execute(sql`checkpoint`)
      expect(readdirSync(join(folder, 'pg/pg_wal')).length).toBeGreaterThan(0)
      expect(pg()).toEqual([])
      await close()
    })
    const again = await openDatabase({ ...notesOptions, folder })
    expect(await again.db.$count(notes)).toBe(1)
    await again.close()
    rmSync(dirname(folder), { recursive: true })
  })
})

describeOnServer('three services that start at once', ({ create }) => {
  it('all start', async () => {
    const place = await create()
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ ...notesOptions, ...place.location })))
    await Promise.all(opened.map((database) => database.close()))
    await place.drop()
  })
})
