import type { SignedTrust, Trust } from '@marram/release-contract/trust'
import { asc, desc, gt } from 'drizzle-orm'
import type { Db } from '../database'
import { trusted } from '../schema'

/** What `trust.json` says now; undefined in a registry that never had one. */
export async function currentTrust(db: Db): Promise<Trust | undefined> {
  const [newest] = await db.select().from(trusted).orderBy(desc(trusted.version)).limit(1)
  return newest?.signed.trust
}

/** All versions after that one, oldest first; after 0 the newest alone, since whoever has none trusts that one. */
export async function trustAfter(db: Db, version: number): Promise<SignedTrust[]> {
  const rows =
    version === 0
      ? await db.select().from(trusted).orderBy(desc(trusted.version)).limit(1)
      : await db.select().from(trusted).where(gt(trusted.version, version)).orderBy(asc(trusted.version))
  return rows.map(({ signed }) => signed)
}
