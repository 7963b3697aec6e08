import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '../testing/engines'
import { notes, notesOptions } from '../testing/notes'
import { describeOnServer } from '../testing/server-only'
import { swallowingProxy } from '../testing/swallowing-proxy'
import { type OpenDatabase, openDatabase } from './database'
import { databaseFault } from './database-faults'
import { underMigrationLock } from './server-engine'

describeOnServer('a connection that ends', ({ create }) => {
  let place: TestDatabase
  let database: OpenDatabase<typeof notesOptions.schema>
  beforeAll(async () => {
    place = await create()
    database = await openDatabase({ ...notesOptions, ...place.location })
  })
  afterAll(async () => {
    await database?.close()
    await place?.drop()
  })

  it('in the middle of a transaction fails that one, and the process goes on', async () => {
    const uncaught: Error[] = []
    const note = (error: Error) => uncaught.push(error)
    process.on('uncaughtException', note)
    const { db } = database
    let pid = 0
    let terminated: () => void = () => {}
    const untilTerminated = new Promise<void>((resolve) => (terminated = resolve))
    const transaction = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      pid = rows[0]?.pid ?? 0
      await untilTerminated
      await tx.insert(notes).values({ id: 1, text: 'lost' })
    })
    const outcome = transaction.then(
      () => 'done',
      () => 'failed',
    )
    await expect.poll(() => pid).toBeGreaterThan(0)
    await db.execute(sql`select pg_terminate_backend(${pid}::int, 5000)`)
    // No statement runs meanwhile, so only the pool can notice it.
    await new Promise((resolve) => setTimeout(resolve, 200))
    terminated()
    expect(await outcome).toBe('failed')
    expect(await db.$count(notes)).toBe(0)
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
  })
})

describeOnServer('a connection to a standby', ({ create }) => {
  it('is given up when it is asked for a change, and another one is made', async () => {
    const place = await create()
    const database = await openDatabase({ ...notesOptions, ...place.location })
    const { db } = database
    // A failure within a transaction is no reason for the pool to give its connection up.
    const add = (id: number) =>
      db
        .transaction((tx) => tx.insert(notes).values({ id, text: 'a change' }))
        .then(
          () => 'done',
          (error: Error) => databaseFault(error),
        )
    // As every connection to a standby is.
    await db.execute(sql`set default_transaction_read_only = on`)
    expect(await db.$count(notes)).toBe(0)
    expect(await add(1)).toBe('away')
    expect(await add(2)).toBe('done')
    await database.close()
    await place.drop()
  })
})

describeOnServer('a network failure', ({ create }) => {
  const queryTimeoutMs = 2000
  let place: TestDatabase
  let url: string
  beforeAll(async () => {
    place = await create()
    url = place.location.url as string
  })
  afterAll(() => place?.drop())

  it('fails the current statement, loses no connection for good, and ends when the network is back', async () => {
    const proxy = await swallowingProxy(url)
    const { db, close } = await openDatabase({ ...notesOptions, ...place.location, url: proxy.url, queryTimeoutMs })
    let isCut: () => void = () => {}
    const cut = new Promise<void>((resolve) => (isCut = resolve))
    const begun = Array.from({ length: 5 }, () =>
      db.transaction(async (tx) => {
        await tx.select().from(notes)
        await cut
        await tx.select().from(notes)
      }),
    )
    // Idle connections for the statements after the cut.
    await Promise.all(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.5)`)))
    proxy.cut()
    isCut()
    const since = performance.now()
    const late = [
      ...Array.from({ length: 4 }, () => db.transaction(async (tx) => tx.select().from(notes))),
      db.select().from(notes),
    ]
    const faults = await Promise.all([...begun, ...late].map((work) => work.then(() => 'none', databaseFault)))
    expect(faults).toEqual(faults.map(() => 'away'))
    expect(performance.now() - since).toBeLessThan(15_000)
    proxy.heal()
    expect(await Promise.all(Array.from({ length: 10 }, () => db.$count(notes)))).toEqual(Array(10).fill(0))
    await db.transaction((tx) => tx.select().from(notes))
    await close()
    proxy.close()
  })

  it('has no time limit for a migration', async () => {
    let opened: Promise<OpenDatabase<typeof notesOptions.schema>> | undefined
    await underMigrationLock(url, async () => {
      opened = openDatabase({ ...notesOptions, ...place.location, queryTimeoutMs: 200 })
      await new Promise((resolve) => setTimeout(resolve, 1000))
    })
    await (await opened)?.close()
  })
})
