import { eq } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesDatabase } from '../database'
import { token } from '../schema'
import { readToken, writeToken } from './token-file'
import { addToken, findByRaw, isOver, lockTokens, newToken } from './tokens'

const NAME = 'administrator'

/**
 * Creates the administrator's token at the first start, and writes it to the file at `path`; `renew` replaces it, for an
 * operator who has lost the file. With `given` that is the token, and another one than before replaces that.
 */
export async function ensureFirstToken(
  db: ReleasesDatabase,
  path: string,
  renew: boolean,
  given?: string,
): Promise<'created' | 'found' | 'not here'> {
  return db.transaction(async (tx) => {
    // Registries that start together on one database create one token, not one each.
    await lockTokens(tx)
    const isFirst = (await tx.$count(token, eq(token.name, NAME))) === 0
    const here = given ?? (await readToken(path))
    const found = here === undefined ? undefined : await findByRaw(tx, here)
    const isRenewed = given === undefined ? renew : !isFirst && !found
    if (!isFirst && !isRenewed) return found && !isOver(found) ? 'found' : 'not here'
    if (isRenewed) await tx.update(token).set({ expiresAt: new Date() }).where(eq(token.name, NAME))
    const raw = given ?? (!isRenewed && here ? here : newToken())
    // The file comes first: after a crash before the commit, the next start uses the token in it.
    if (given === undefined) await writeToken(path, raw)
    await addToken(tx, raw, { name: NAME, role: 'admin' })
    const reason = isRenewed ? 'renewed on the machine of the registry' : 'the first one'
    await record(tx, { action: 'token', actor: 'registry', reason, from: null, to: { name: NAME, role: 'admin' } })
    return 'created'
  })
}

/**
 * The token of the edge beside this registry, created if there is none; a revoked one stays revoked. With `given` that of
 * the edges elsewhere, which have it from the same setting.
 */
export async function ensureEdgeToken(
  db: ReleasesDatabase,
  path: string,
  given?: { token: string; environment: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTokens(tx)
    const here = given?.token ?? (await readToken(path))
    if (here !== undefined && (await findByRaw(tx, here))) return
    const raw = here ?? newToken()
    // The file comes first, as above.
    if (here === undefined) await writeToken(path, raw)
    await addToken(tx, raw, { name: 'edge', role: 'edge', environment: given?.environment ?? null })
  })
}
