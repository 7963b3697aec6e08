import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEngines } from '../testing/engines'
import { notes, notesOptions } from '../testing/notes'
import { describeOnServer } from '../testing/server-only'
import { type Database, openDatabase } from './database'
import { DatabaseStopped, databaseFault } from './database-faults'

type Queries = Pick<Database, 'execute'>
const faultOf = (work: Promise<unknown>) => work.then(() => 'none', databaseFault)
const asked = (db: Queries) => faultOf(db.execute(sql`select 1`))

describe('the fault of a database that', () => {
  const at = (port: number, options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', ...options })
    return drizzle(pool) as unknown as Queries
  }
  const listening = async (answer: (socket: import('node:net').Socket) => void) => {
    const server = createServer((socket) => answer(socket.on('error', () => {})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }

  it('refuses connections, ends them, or does not respond is: away', async () => {
    const ends = await listening((socket) => socket.end())
    const silent = await listening(() => {})
    expect(await asked(at(ends.port))).toBe('away')
    expect(await asked(at(silent.port, { connectionTimeoutMillis: 100 }))).toBe('away')
    ends.close()
    silent.close()
    expect(await asked(at(ends.port))).toBe('away')
  })

  it('was stopped in this process is: away', () =>
    expect(databaseFault(new Error('Failed query', { cause: new DatabaseStopped('x') }))).toBe('away'))
})

describe.each(allEngines)('the fault of a database ($name)', ({ create }) => {
  let close = async () => {}
  let db: Database<typeof notesOptions.schema>
  beforeAll(async () => {
    const place = await create()
    const opened = await openDatabase({ ...notesOptions, ...place.location })
    db = opened.db
    close = () => opened.close().then(place.drop)
  })

  it('with a full disk is not that of the request', async () => {
    const raised = (state: string) =>
      faultOf(db.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)))
    expect(await raised('53100')).toBe('disk-full')
    expect(await raised('53200')).toBe('away')
    expect(await faultOf(db.execute(sql`select 1 / 0`))).toBeUndefined()
    expect(await faultOf(db.insert(notes).values({ id: null as unknown as number, text: '' }))).toBeUndefined()
  })

  it('that is closed is: away', async () => {
    await close()
    expect(await asked(db)).toBe('away')
  })
})

describeOnServer('a connection that is ended', ({ create }) => {
  let end = async () => {}
  afterAll(() => end())

  it('in a transaction: away', async () => {
    const place = await create()
    const { db, close } = await openDatabase({ ...notesOptions, ...place.location })
    end = () => close().then(place.drop)
    const killed = db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
    expect(await faultOf(killed)).toBe('away')
  })
})
