import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { interceptMethods } from './transaction-guard'

/** Called with what was sent; with nothing where notifications may have been missed. */
export type OnNotified = (payload?: string) => void

/** One number for all services on a database: extensions are shared, so their migrations must not meet. */
const MIGRATION_LOCK = 77_104
/** In milliseconds, far longer than any statement takes. Ends statements whose result never comes, as over a broken network. */
const QUERY_TIMEOUT_MS = 30_000

const CONNECTION = {
  connectionTimeoutMillis: 10_000,
  // The server may disappear without closing the connection, also while it is idle.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

// As the embedded engine does it: int8 and count(*) in raw SQL are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool on PostgreSQL as a server. `onIdleError` is called for connections that break while they are idle. */
export function openServer(
  url: string,
  onIdleError: (error: Error) => void = () => {},
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, query_timeout: queryTimeoutMs, ...CONNECTION })
  pool.on('error', onIdleError)
  // The pool listens only to idle clients. Without a listener, another one's broken connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', endUseless)
  return pool
}

/** A standby, which a proxy leads to while there is no primary. */
const READ_ONLY = '25006'

/**
 * Ends a connection after a timeout: pg still waits for the missing result, and the next statement, such as `rollback`,
 * waits behind it. And one to a standby that was asked for a change: the next one may lead to a primary.
 */
function endUseless(client: pg.ClientBase & { end?(): Promise<void> }): void {
  const endIfUseless = ({ message, code }: Error & { code?: unknown }) => {
    if (message === 'Query read timeout' || code === READ_ONLY) void client.end?.()
  }
  interceptMethods(client, ['query'], (call) => {
    const asked = call()
    if (asked instanceof Promise) asked.catch(endIfUseless)
    return asked
  })
}

const LISTEN_AGAIN_MS = 1000

/** Notifications of a server, on a connection of its own, which is made anew when it breaks. */
export function serverListener(url: string, onBroken: (error: Error) => void = () => {}) {
  const listeners = new Map<string, OnNotified>()
  let connection: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, ...CONNECTION })
    client.on('error', onBroken)
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload))
    client.once('end', () => {
      if (connection !== client) return
      connectLater()
      maybeMissed()
    })
    try {
      await client.connect()
      for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    connection = client
    // It was closed while it was connecting again.
    if (isClosed) await client.end()
  }

  function connectLater(): void {
    connection = undefined
    if (isClosed) return
    retry = setTimeout(() => void connect().then(maybeMissed, connectLater), LISTEN_AGAIN_MS)
  }

  function maybeMissed(): void {
    if (!isClosed) for (const onNotified of listeners.values()) onNotified()
  }

  return {
    async listen(channel: string, onNotified: OnNotified): Promise<void> {
      listeners.set(channel, onNotified)
      if (connection) await connection.query(`listen ${pg.escapeIdentifier(channel)}`)
      else await connect()
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(retry)
      await connection?.end()
    },
  }
}

/** Runs `migrate` while no other process migrates this database. No statement on its client is bounded in time. */
export async function underMigrationLock(url: string, migrate: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...CONNECTION })
  // As for the pool's clients.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(client)
  } finally {
    await client.end()
  }
}

/** Drizzle on a pool. Unlike Drizzle's own, each transaction releases its client even where `begin` itself fails. */
export function drizzleOnPool<S extends Record<string, unknown>>(pool: pg.Pool, schema: S): NodePgDatabase<S> {
  const db = drizzle(pool, { schema })
  const onClient = new WeakMap<pg.PoolClient, NodePgDatabase<S>>()
  db.transaction = async (body, config) => {
    const client = await pool.connect()
    try {
      const same = onClient.get(client) ?? drizzle(client, { schema })
      onClient.set(client, same)
      return await same.transaction(body, config)
    } finally {
      // The pool itself drops a client whose connection has ended.
      client.release()
    }
  }
  return db
}
