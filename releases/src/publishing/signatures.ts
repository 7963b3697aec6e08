import { bytesOfRelease, keysOf } from '@marram/release-contract/trust'
import { isSigned } from '@marram/release-contract/trust/verify'
import { and, eq, isNull } from 'drizzle-orm'
import { mayReadFiles } from '../access/authorize'
import { findCaller } from '../access/tokens'
import { record } from '../audit/audit'
import { wasEverLive } from '../discovery/ever-live'
import type { Handlers } from '../handler'
import { Refusal } from '../refusal'
import { isPublished, isVersion, release, releaseSignature } from '../schema'
import { currentTrust } from '../trust/current-trust'
import { describedBy, signaturesOf } from '../trust/signed-releases'

/** Of keys that trust.json does not name: a part has one or two, and may have another after a rotation. */
const MOST = 20

export const signatureHandlers = {
  /** For whoever may read its `release.json`. */
  async showSignatures({ db }, { part, version }, { request }) {
    const [found] = await db
      .select()
      .from(release)
      .where(and(isVersion({ part, version }), isPublished))
    const mayRead = async () =>
      mayReadFiles(request.caller ?? (await findCaller(db, request.headers.authorization)), part) ||
      (await wasEverLive(db, part, version))
    if (!found || !(await mayRead())) throw new Refusal('not-found', `There is no release ${part} ${version}.`)
    return { digest: found.integrity, ...(await signaturesOf(db, found.id)) }
  },

  /** Also while it is uploaded. Whose key counts is decided when it goes live. */
  async signRelease({ db, files }, { part, version, key, signature, by }) {
    const [found] = await db
      .select()
      .from(release)
      .where(and(isVersion({ part, version }), isNull(release.removedAt)))
    if (!found) throw new Refusal('not-found', `No upload of ${part} ${version} was begun. Publish it first.`)
    const bytes = bytesOfRelease(await describedBy({ files }, found))
    if (!isSigned(bytes, { key, signature }))
      throw new Refusal('mismatch', `This is no signature of the release.json of ${part} ${version} that is here.`)
    const trust = await currentTrust(db)
    const changed = await db.transaction(async (tx) => {
      await tx.select({ id: release.id }).from(release).where(eq(release.id, found.id)).for('update')
      const has = await tx.$count(releaseSignature, eq(releaseSignature.release, found.id))
      // Whoever verifies a release looks at all of them.
      if (has >= MOST && !(trust && keysOf(trust, part).includes(key)))
        throw new Refusal('refused', `${part} ${version} has ${MOST} signatures already.`)
      const row = { release: found.id, key, signature, by }
      const added = await tx.insert(releaseSignature).values(row).onConflictDoNothing().returning()
      if (added.length > 0)
        await record(tx, { action: 'sign', actor: by, part, version, from: null, to: { version }, detail: { key } })
      return added.length > 0
    })
    return { part, version, changed }
  },
} satisfies Partial<Handlers>
