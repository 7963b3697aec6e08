import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from './database'
import type { TestDatabase } from './testing/engines'
import { notes, notesOptions } from './testing/notes'
import { describeOnServer } from './testing/server-only'

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
    // No statement runs meanwhile, so nobody but the pool can hear of it.
    await new Promise((resolve) => setTimeout(resolve, 200))
    terminated()
    expect(await outcome).toBe('failed')
    expect(await db.$count(notes)).toBe(0)
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
  })
})
