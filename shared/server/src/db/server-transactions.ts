import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/**
 * Drizzle on a pool, but every transaction gives its client back however it ends. Drizzle's own keep it where `begin`
 * itself fails, as on a connection that hangs: after ten of those the pool would be empty for good.
 */
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
      // The pool itself drops one whose connection has ended.
      client.release()
    }
  }
  return db
}
