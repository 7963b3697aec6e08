import { eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { token } from '../schema'
import { readToken, writeToken } from './token-file'
import { addToken, findByRaw, isOver, newToken } from './tokens'

/**
 * An edge's token in `path`, for the one beside this registry: with it, it tells what it counts and reads source maps,
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
