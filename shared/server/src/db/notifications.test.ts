import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEngines, type TestDatabase } from '../testing/engines'
import { notesOptions } from '../testing/notes'
import { notify, openDatabase } from './database'

describe.each(allEngines)('a notification, database $name', (engine) => {
  let database: TestDatabase
  let notes: Awaited<ReturnType<typeof openDatabase>>
  const heard: (string | undefined)[] = []
  beforeEach(async () => {
    heard.length = 0
    database = await engine.create()
    notes = await openDatabase({ ...notesOptions, ...database.location })
    await notes.listen('a_channel', (payload) => heard.push(payload))
  })
  afterEach(async () => {
    await notes.close()
    await database.drop()
  })

  it('arrives when its transaction is committed', async () => {
    await notes.db.transaction(async (tx) => {
      await notify(tx, 'a_channel', 'first')
      expect(heard).toEqual([])
    })
    await expect.poll(() => heard).toEqual(['first'])
  })

  it('does not arrive of a transaction that failed, nor of another channel', async () => {
    const failing = notes.db.transaction(async (tx) => {
      await notify(tx, 'a_channel', 'never')
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await notify(notes.db, 'another_channel', 'elsewhere')
    await notify(notes.db, 'a_channel', 'second')
    await expect.poll(() => heard).toEqual(['second'])
  })

  it.runIf(engine.name === 'server')('may be missed while the connection is broken, which is said', async () => {
    await notes.db.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    )
    // When it breaks, and when another one is there.
    await expect.poll(() => heard).toEqual([undefined, undefined])
    await notify(notes.db, 'a_channel', 'third')
    await expect.poll(() => heard).toEqual([undefined, undefined, 'third'])
  })
})
