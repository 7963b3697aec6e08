import { eq } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesDatabase } from '../database'
import { token } from '../schema'
import { readToken, writeToken } from './token-file'
import { addToken, findByRaw, lockTokens, newToken } from './tokens'

const NAME = 'administrator'

/** Creates the administrator's token at the first start; `renew` replaces it, for an operator who has lost the file. */
export async function ensureFirstToken(
  db: ReleasesDatabase,
  path: string,
  renew: boolean,
): Promise<'created' | 'found' | 'not here'> {
  return db.transaction(async (tx) => {
    // Registries that start together on one database create one token, not one each.
    await lockTokens(tx)
    const known = await tx.$count(token, eq(token.name, NAME))
    const inFile = await readToken(path)
    if (known > 0 && !renew) return inFile && (await findByRaw(tx, inFile)) ? 'found' : 'not here'
    if (renew) await tx.update(token).set({ expiresAt: new Date() }).where(eq(token.name, NAME))
    // The file comes first: after a crash before the commit, the next start uses the token in it.
    const raw = !renew && inFile ? inFile : newToken()
    await writeToken(path, raw)
    await addToken(tx, raw, { name: NAME, role: 'admin' })
    const reason = renew ? 'renewed on the machine of the registry' : 'the first one'
    await record(tx, { action: 'token', actor: 'registry', reason, from: null, to: { name: NAME, role: 'admin' } })
    return 'created'
  })
}

/** The token of the edge beside this registry, created if there is none; a revoked one stays revoked. */
export async function ensureEdgeToken(db: ReleasesDatabase, path: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTokens(tx)
    const inFile = await readToken(path)
    if (inFile !== undefined && (await findByRaw(tx, inFile))) return
    const raw = inFile ?? newToken()
    // The file comes first, as above.
    if (raw !== inFile) await writeToken(path, raw)
    await addToken(tx, raw, { name: 'edge', role: 'edge' })
  })
}
