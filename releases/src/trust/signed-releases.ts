import type { Trust } from '@marram/release-contract/trust'
import { isExpired, type Signed, whyNotApproved, whyNotSigned } from '@marram/release-contract/trust/verify'
import { readStored } from '@marram/server/stored-files'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '../database'
import type { KnownRelease } from '../live/live'
import { approval, releaseSignature } from '../schema'
import { fileKey, type ReleaseFiles } from '../storage'

type Stores = { db: Db; files: Pick<ReleaseFiles, 'getStream'> }

/** Signatures and approvals of a release, oldest first. */
export async function signaturesOf(db: Db, id: string) {
  const { release: _, ...signature } = getTableColumns(releaseSignature)
  const { release: __, ...ofApproval } = getTableColumns(approval)
  return {
    signatures: await db
      .select(signature)
      .from(releaseSignature)
      .where(eq(releaseSignature.release, id))
      .orderBy(asc(releaseSignature.at)),
    approvals: await db.select(ofApproval).from(approval).where(eq(approval.release, id)).orderBy(asc(approval.at)),
  }
}

/** The bytes of `release.json`, which is what is signed. */
export const describedBy = (
  { files }: Pick<Stores, 'files'>,
  { id, integrity }: Pick<KnownRelease, 'id' | 'integrity'>,
) => readStored(files, fileKey(id, integrity))

/** A release with everything that its signatures are checked by. */
export async function signedRelease(stores: Stores, release: KnownRelease) {
  const { signatures, approvals } = await signaturesOf(stores.db, release.id)
  const { name: part, version } = release.manifest
  const signed: Signed = {
    part,
    version,
    digest: release.integrity,
    bytes: await describedBy(stores, release),
    signatures,
  }
  return { signed, approvals }
}

export const endedWords = ({ version, expires }: Trust) =>
  `trust.json ${version} ended at ${expires}: edges take nothing new until a later one is signed (npm run release -- trust update).`

/**
 * Why edges of an environment would not run a release that they never had, as they find out themselves; undefined if they
 * would. Without `now` it does not matter whether trust.json has ended.
 */
export async function whyUntrusted(
  stores: Stores,
  { trust, release, environment, now }: { trust: Trust; release: KnownRelease; environment: string; now?: Date },
): Promise<{ kind: 'signed' | 'approved'; message: string } | undefined> {
  if (now && isExpired(trust, now)) return { kind: 'signed', message: endedWords(trust) }
  const { signed, approvals } = await signedRelease(stores, release)
  const unsigned = whyNotSigned(trust, signed)
  if (unsigned !== undefined) return { kind: 'signed', message: unsigned }
  const own = approvals.filter((each) => each.environment === environment)
  const message = whyNotApproved(trust, signed, { environment, approvals: own })
  return message === undefined ? undefined : { kind: 'approved', message }
}
