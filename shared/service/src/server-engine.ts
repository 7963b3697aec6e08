import pg from 'pg'

/** One number for all services on a database: extensions are shared, so their migrations must not meet. */
const MIGRATION_LOCK = 77_104

// As the embedded engine does it: int8 and count(*) in raw SQL are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool on PostgreSQL as a server. `onIdleError` hears of connections that break while nobody uses them. */
export async function openServer(url: string, onIdleError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  pool.on('error', onIdleError)
  // The pool listens only to clients that nobody uses. To a transaction's client it does not: without a listener, its
  // connection's end would end the process. The statement under way or the next one rejects anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs `migrate` while no other process migrates this database. */
export async function underMigrationLock(url: string, migrate: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // As for the pool's clients.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate()
  } finally {
    await client.end()
  }
}
