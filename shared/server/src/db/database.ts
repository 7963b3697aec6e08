import { sql } from 'drizzle-orm'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type { DatabaseStopped } from './database-faults'
import { openEmbedded } from './embedded-engine'
import { pendingMigration, storeRange } from './migrations'
import { drizzleOnPool, type OnNotified, openServer, serverListener, underMigrationLock } from './server-engine'
import { interceptMethods, transactionGuard } from './transaction-guard'

type RowsOf<Row> = { rows: Row[] }
/** What both engines return for a raw statement. */
export interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>
}

type Schema = Record<string, unknown>
/** A database of either engine. Inside `db.transaction(async (tx) => …)` only `tx` may be used: `db` throws there. */
export type Database<S extends Schema = Schema> = PgDatabase<Rows, S>
export type Transaction<S extends Schema = Schema> = Parameters<Parameters<Database<S>['transaction']>[0]>[0]

export type OpenDatabase<S extends Schema> = {
  db: Database<S>
  engine: 'embedded' | 'server'
  /** Calls of fdatasync so far; only the embedded engine counts them. */
  syncs(): number
  /** Calls `onNotified` after each commit that has called `notify` with this channel, in whatever process. */
  listen(channel: string, onNotified: OnNotified): Promise<void>
  close(): Promise<void>
}

/** Belongs into the transaction that changes something. */
export const notify = (tx: Pick<Database, 'execute'>, channel: string, payload = '') =>
  tx.execute(sql`select pg_notify(${channel}, ${payload})`)

export type DatabaseOptions<S extends Schema> = {
  url?: string | undefined
  /** Folder of the embedded engine, one for each service. */
  folder: string
  schema: S
  /** Folder of drizzle-kit's migrations; applied before this resolves. */
  migrations: string
  /** PostgreSQL schema that has the list of applied migrations: the service's own. */
  migrationsSchema: string
  /** Called when the embedded engine has stopped for good, for example on a full disk: the process must be restarted. */
  onStopped?: (error: DatabaseStopped) => void
  onIdleError?: (error: Error) => void
  /** Time limit of a server for each statement except migrations. Overridden by tests. */
  queryTimeoutMs?: number
}

/**
 * Opens PostgreSQL with all migrations applied; of an embedded database that needs some, a copy is kept. Throws
 * `FolderInUse` where another process has the embedded folder, and `DatabaseIsNewer` where this version is too old.
 */
export async function openDatabase<S extends Schema>(options: DatabaseOptions<S>): Promise<OpenDatabase<S>> {
  const { url, folder, schema, migrations, migrationsSchema, onStopped = () => {} } = options
  const migrating = { migrationsFolder: migrations, migrationsSchema, migrationsTable: 'migrations' }
  const own = { folder: migrations, schema: migrationsSchema }
  if (url) {
    // Before the pool exists, and on a separate connection: migrations may take long.
    await underMigrationLock(url, async (client) => {
      const db = drizzleServer(client)
      await pendingMigration(db, own)
      await migrateServer(db, migrating)
      await storeRange(db, own)
    })
    const pool = openServer(url, options.onIdleError, options.queryTimeoutMs)
    const db = guarded(drizzleOnPool(pool, schema) as unknown as Database<S>, pool, ['query', 'connect'])
    const { listen, close } = serverListener(url, options.onIdleError)
    return {
      ...{ db, engine: 'server', syncs: () => 0, listen },
      async close() {
        await close()
        await pool.end()
      },
    }
  }
  const { client, syncs, keepCopy, close } = await openEmbedded(folder, onStopped)
  try {
    const db = drizzleEmbedded(client, { schema })
    const pending = await pendingMigration(db, own)
    if (pending !== undefined) await keepCopy(`before-${pending}`)
    await migrateEmbedded(db, migrating)
    await storeRange(db, own)
    const calls = ['query', 'exec', 'sql', 'transaction'] as const
    return {
      ...{ db: guarded(db as unknown as Database<S>, client, calls), engine: 'embedded', syncs, close },
      async listen(channel, onNotified) {
        await client.listen(channel, onNotified)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function guarded<S extends Schema, Client extends object>(
  db: Database<S>,
  client: Client,
  methods: readonly (keyof Client)[],
): Database<S> {
  const guard = transactionGuard()
  interceptMethods(client, methods, (call) => {
    guard.check()
    return call()
  })
  const { transaction } = db
  db.transaction = (body, config) => transaction.call(db, (tx) => guard.inside(() => body(tx)), config) as never
  return db
}
