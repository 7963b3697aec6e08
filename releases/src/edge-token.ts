import { sql } from 'drizzle-orm'
import type { ReleasesDatabase } from './database'
import { token } from './schema'
import { readToken, writeToken } from './token-file'
import { addToken, hasToken, newToken } from './tokens'

/**
 * A viewer's token in `path`, for the edge beside this registry: it reads source maps and changes nothing. Made where
 * there is none; one that was revoked stays so.
 */
export async function ensureEdgeToken(db: ReleasesDatabase, path: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${token} in share row exclusive mode`)
    const kept = await readToken(path)
    if (kept && (await hasToken(tx, kept))) return
    const raw = kept ?? newToken()
    // The file comes first: a crash before the commit leaves a token that the next start takes up.
    if (!kept) await writeToken(path, raw)
    await addToken(tx, raw, { name: 'edge', role: 'viewer' })
  })
}
