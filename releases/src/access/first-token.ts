import { and, eq, sql } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesDatabase } from '../database'
import { token } from '../schema'
import { readToken, writeToken } from './token-file'
import { addToken, findByRaw, isOver, newToken } from './tokens'

const NAME = 'administrator'

/**
 * The administrator's token: raw in `path` (mode 600), its hash in the database. Made at the first start;
 * `renew` makes another and ends the earlier one, for whoever has lost the file.
 * Returns what was done, for the log.
 */
export async function ensureFirstToken(
  db: ReleasesDatabase,
  path: string,
  renew: boolean,
): Promise<'made' | 'kept' | 'not here'> {
  return db.transaction(async (tx) => {
    // Registries that start together on one database make one token, not one each.
    await tx.execute(sql`lock table ${token} in share row exclusive mode`)
    const known = await tx.select({ id: token.id }).from(token).where(eq(token.name, NAME)).limit(1)
    const kept = await readToken(path)
    if (known.length > 0 && !renew) return kept && (await findByRaw(tx, kept)) ? 'kept' : 'not here'
    if (renew)
      await tx
        .update(token)
        .set({ expiresAt: new Date() })
        .where(and(eq(token.name, NAME)))
    // The file comes first: a crash before the commit leaves a token that the next start takes up.
    const raw = !renew && kept ? kept : newToken()
    await writeToken(path, raw)
    await addToken(tx, raw, { name: NAME, role: 'admin' })
    const reason = renew ? 'renewed on the machine of the registry' : 'the first one'
    await record(tx, { action: 'token', actor: 'registry', reason, from: null, to: { name: NAME, role: 'admin' } })
    return 'made'
  })
}

/**
 * An edge's token in `path`, for the one beside this registry: with it, it reports what it counts and reads source maps,
 * and changes nothing. Made where there is none, also where an earlier registry made a viewer's; one that was revoked
 * stays so.
 */
export async function ensureEdgeToken(db: ReleasesDatabase, path: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${token} in share row exclusive mode`)
    const kept = await readToken(path)
    const known = kept === undefined ? undefined : await findByRaw(tx, kept)
    if (known && (known.role === 'edge' || isOver(known))) return
    const raw = known || kept === undefined ? newToken() : kept
    // The file comes first: a crash before the commit leaves a token that the next start takes up.
    if (raw !== kept) await writeToken(path, raw)
    if (known) await tx.update(token).set({ expiresAt: new Date() }).where(eq(token.id, known.id))
    await addToken(tx, raw, { name: 'edge', role: 'edge' })
  })
}
