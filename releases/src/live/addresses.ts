import { overlap } from '@marram/release-contract/patterns'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { and, eq } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { Db, ReleasesTransaction } from '../database'
import type { Handler, Handlers } from '../handler'
import { Refusal } from '../refusal'
import { address } from '../schema'
import type { Problem } from './compatibility'
import { type KnownReleases, lockEnvironment, releaseKey, revisionOf } from './live'
import type { States } from './states'
import { type Variant, variantsOf } from './variants'

type Address = typeof address.$inferSelect
type Claim = { part: string; pattern: string }
type Planned = { environment: string; before: States; after: States; parts: string[] }

const addressesOf = (db: Db, environment: string): Promise<Address[]> =>
  db.select().from(address).where(eq(address.environment, environment)).orderBy(address.pattern, address.part)

/**
 * Addresses that these parts have neither reserved nor live, and why they cannot have them. Live addresses stay: the owner
 * may have given one up on purpose, so that another part can have some of the pages under it.
 */
export async function claimsOf(db: Db, { environment, before, after, parts }: Planned, releases: KnownReleases) {
  const all = await addressesOf(db, environment)
  const patternsIn = (variant: Variant) => patternsOf(releases.get(releaseKey(variant))?.manifest)
  const claims = new Map<string, Claim>()
  const problems: Problem[] = []
  for (const variant of variantsOf(after).filter(({ part }) => parts.includes(part))) {
    const { part } = variant
    const own = all.filter((each) => each.part === part).map(({ pattern }) => pattern)
    const live = variantsOf(before).filter((each) => each.part === part)
    const known = new Set([...own, ...live.flatMap(patternsIn)])
    for (const pattern of patternsIn(variant).filter((each) => !known.has(each))) {
      claims.set(`${part} ${pattern}`, { part, pattern })
      const message = takenText({ environment, part, pattern }, all) ?? boundlessText({ environment, part, pattern })
      if (message === undefined) continue
      const releasesAbout = [releaseKey(variant)]
      problems.push({
        kind: 'address',
        releases: releasesAbout,
        message: `${part} ${variant.version} claims ${message}`,
      })
    }
  }
  return { claims: [...claims.values()], problems }
}

/** A shell has no addresses. */
export const patternsOf = (manifest: ReleaseManifest | undefined): string[] =>
  manifest?.kind === 'section' ? manifest.pages.map(({ pattern }) => pattern) : []

const MOST_NAMED = 3

/** The other parts whose addresses a pattern can match, as text; undefined if there are none. */
function takenText({ environment, part, pattern }: Claim & { environment: string }, all: Address[]) {
  const others = all.filter((each) => each.part !== part && overlap(each.pattern, pattern))
  const [first] = others
  if (!first) return undefined
  const named = others.slice(0, MOST_NAMED).map((each) => `${each.pattern} of ${each.part}`)
  const more = others.length > MOST_NAMED ? `, and ${others.length - MOST_NAMED} more` : ''
  return `${pattern}, which can match ${named.join(', ')}${more}. The owner can release an address: npm run release -- address release ${first.part} ${first.pattern} --environment ${environment}`
}

/** Why a pattern cannot be reserved, as text: it would take every address of its depth from later parts. */
function boundlessText({ environment, part, pattern }: Claim & { environment: string }) {
  if (!pattern.startsWith('/:')) return undefined
  return `${pattern}, which begins with a parameter and can match whatever other parts will want. A manager can reserve it: npm run release -- address reserve ${part} ${pattern} --environment ${environment}`
}

/** The first part that goes live with an address has it from then on. */
export async function reserve(tx: ReleasesTransaction, environment: string, claims: Claim[], by: string) {
  if (claims.length === 0) return
  await tx
    .insert(address)
    .values(claims.map((claim) => ({ environment, ...claim, by })))
    .onConflictDoNothing()
}

/** Gives up all addresses of a part, and returns them. */
export async function free(tx: ReleasesTransaction, environment: string, part: string): Promise<string[]> {
  const own = and(eq(address.environment, environment), eq(address.part, part))
  return (await tx.delete(address).where(own).returning()).map(({ pattern }) => pattern).sort()
}

/** In one transaction with its event; `write` returns whether anything has changed. */
const changeAddress =
  (
    action: 'reserve-address' | 'release-address',
    write: (tx: ReleasesTransaction, about: Claim & { environment: string; by: string }) => Promise<boolean>,
  ): Handler<'reserveAddress'> =>
  ({ db }, { environment, part, pattern, reason, by }) =>
    db.transaction(async (tx) => {
      await lockEnvironment(tx, environment)
      const changed = await write(tx, { environment, part, pattern, by })
      const [from, to] = action === 'reserve-address' ? [null, { pattern }] : [{ pattern }, null]
      if (changed) await record(tx, { action, actor: by, environment, part, reason, from, to })
      return { changed, environment, part, pattern }
    })

export const addressHandlers = {
  listAddresses: async ({ db }, { environment }) => {
    await revisionOf(db, environment)
    return { environment, addresses: await addressesOf(db, environment) }
  },
  reserveAddress: changeAddress('reserve-address', async (tx, { by, ...about }) => {
    const all = await addressesOf(tx, about.environment)
    if (all.some(({ part, pattern }) => part === about.part && pattern === about.pattern)) return false
    const taken = takenText(about, all)
    if (taken) throw new Refusal('refused', `${about.part} cannot have ${taken}`)
    await reserve(tx, about.environment, [about], by)
    return true
  }),
  releaseAddress: changeAddress('release-address', async (tx, { environment, part, pattern }) => {
    const isIt = and(eq(address.environment, environment), eq(address.part, part), eq(address.pattern, pattern))
    return (await tx.delete(address).where(isIt).returning()).length > 0
  }),
} satisfies Partial<Handlers>
