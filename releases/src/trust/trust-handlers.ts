import { isDeepStrictEqual } from 'node:util'
import { bytesOfApproval, sameOwner, type Trust } from '@marram/release-contract/trust'
import {
  approversOf,
  demandNext,
  demandSigned,
  isExpired,
  isSigned,
  Untrusted,
  whyNotApproved,
  whyNotSigned,
} from '@marram/release-contract/trust/verify'
import { desc, sql } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesTransaction } from '../database'
import type { Handlers, InputBy } from '../handler'
import { findRollout, getRelease, liveForVisitors, readReleases, revisionOf } from '../live/live'
import { growEnvironment } from '../live/write-live'
import { Refusal } from '../refusal'
import { approval, environment as environments, isPublished, release, trusted } from '../schema'
import { currentTrust, trustAfter } from './current-trust'
import { endedWords, signedRelease, whyUntrusted } from './signed-releases'

const NONE = 'There is no trust.json here yet. Make one: npm run release -- trust update'

export const trustHandlers = {
  showTrust: async ({ db }, { after }) => ({ versions: await trustAfter(db, after) }),

  updateTrust(context, { by, override, reason, trust, signatures }) {
    const signed = { trust, signatures }
    return context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${trusted} in share row exclusive mode`)
      const current = await currentTrust(tx)
      if (current && isDeepStrictEqual(current, trust)) return { version: trust.version, changed: false, unmet: [] }
      if (isExpired(trust, context.now())) throw new Refusal('refused', endedWords(trust))
      refuseUntrusted(() => (current ? demandNext(current, signed) : demandSigned(signed)))
      const before = current ? await unmetBy(context, tx, current) : []
      const unmet = (await unmetBy(context, tx, trust)).filter((each) => !before.some(isSame(each)))
      const words = unmet.map(({ message }) => message)
      if (unmet.length > 0 && !override)
        throw new Refusal('refused', `${words.join(' ')} Sign and approve it first, or go on with --override.`)
      await tx.insert(trusted).values({ version: trust.version, signed, by })
      // Edges hear of it as they hear of a change of what is live.
      const all = await tx.select().from(environments).orderBy(environments.name).for('update')
      for (const { name } of all) await growEnvironment(tx, name)
      const from = current ? { version: String(current.version) } : null
      const detail = unmet.length > 0 ? { unmet: words } : {}
      await record(tx, { action: 'trust', actor: by, reason, from, to: { version: String(trust.version) }, detail })
      return { version: trust.version, changed: true, unmet: words }
    })
  },

  /** Of each part the newest version, if it came after what is live and still needs approvals. */
  async listApprovals({ db, files }, { environment }) {
    await revisionOf(db, environment)
    const trust = await currentTrust(db)
    const needed = trust?.approvals[environment] ?? 0
    const managers = Object.fromEntries((trust?.managers ?? []).map((key) => [key, trust?.keys[key] as string]))
    if (!trust || needed === 0) return { environment, needed, managers, waiting: [] }
    const newest = await db
      .selectDistinctOn([release.part])
      .from(release)
      .where(isPublished)
      .orderBy(release.part, desc(release.completedAt))
    const looked = newest.map(async ({ completedAt, publishedBy, ...row }) => {
      const live = (await findRollout(db, environment, row.part))?.stable ?? null
      if (live === row.version) return []
      const { signed, approvals } = await signedRelease({ db, files }, row)
      const given = { environment, approvals: approvals.filter((each) => each.environment === environment) }
      if (whyNotApproved(trust, signed, given) === undefined) return []
      const { bytes: _, signatures: __, ...named } = signed
      const approvers = approversOf(trust, signed, given)
      const publishedAt = completedAt as Date
      return [{ ...named, publishedBy, publishedAt, live, approvers, problem: whyNotSigned(trust, signed) ?? null }]
    })
    return { environment, needed, managers, waiting: (await Promise.all(looked)).flat() }
  },

  approve,
} satisfies Partial<Handlers>

async function approve({ db, files }: RegistryContext, input: InputBy<'approve'>) {
  const { part, version, environment, key, signature, by, reason } = input
  await revisionOf(db, environment)
  const trust = await currentTrust(db)
  if (!trust) throw new Refusal('refused', NONE)
  const known = getRelease(await readReleases(db, [{ part, version }]), { part, version })
  const bytes = bytesOfApproval({ part, version, digest: known.integrity, environment })
  if (!isSigned(bytes, { key, signature }))
    throw new Refusal('mismatch', `This is no signature of ${part} ${version}, as it is here, for ${environment}.`)
  if (!trust.managers.includes(key))
    throw new Refusal(
      'refused',
      `${key} is no manager's key in trust.json ${trust.version}: its approval does not count.`,
    )
  const { signed, approvals } = await signedRelease({ db, files }, known)
  const own = approvals.filter((each) => each.environment === environment)
  const given = { environment, approvals: [...own, { key, signature }] }
  const approvers = approversOf(trust, signed, given)
  const owner = trust.keys[key] as string
  if (whyNotSigned(trust, signed) === undefined && !approvers.some((each) => sameOwner(each) === sameOwner(owner)))
    throw new Refusal('refused', `${owner} signed ${part} ${version}: somebody else has to approve it.`)
  const changed = await db.transaction(async (tx) => {
    const row = { release: known.id, environment, key, signature, by }
    const added = await tx.insert(approval).values(row).onConflictDoNothing().returning({ key: approval.key })
    if (added.length === 0) return false
    await record(tx, {
      ...{ action: 'approve', actor: by, environment, part, version, reason },
      ...{ from: null, to: { version }, detail: { key, owner } },
    })
    return true
  })
  return { environment, part, version, changed, approvers, needed: trust.approvals[environment] ?? 0 }
}

type Unmet = { environment: string; part: string; version: string; kind: string; message: string }
const isSame = (one: Unmet) => (other: Unmet) =>
  (['environment', 'part', 'version', 'kind'] as const).every((field) => one[field] === other[field])

/** What is live and would be refused by edges that see it for the first time. */
async function unmetBy({ files }: RegistryContext, tx: ReleasesTransaction, trust: Trust): Promise<Unmet[]> {
  const live = await liveForVisitors(tx)
  const named = live.flatMap(({ environment, part, stable, candidate }) =>
    [stable, candidate].flatMap((version) => (version === null ? [] : { environment, part, version })),
  )
  const releases = await readReleases(tx, named)
  const found: Unmet[] = []
  for (const each of named) {
    const { environment } = each
    const problem = await whyUntrusted({ db: tx, files }, { trust, release: getRelease(releases, each), environment })
    if (problem) found.push({ ...each, kind: problem.kind, message: `Live in ${environment}: ${problem.message}` })
  }
  return found
}

function refuseUntrusted(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof Untrusted) throw new Refusal('refused', error.message)
    throw error
  }
}
