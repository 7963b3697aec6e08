import { and, eq, gt, lt, ne, notInArray } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { Handlers } from '../handler'
import { Refusal } from '../refusal'
import { identity, scheduledChange, token } from '../schema'
import { claimedIssuer, verifiedClaims } from './id-tokens'
import { refuseTaken, refuseWrongLimits } from './manage-tokens'
import { addToken, lockTokens, newToken } from './tokens'

export type Identity = typeof identity.$inferSelect

/** As long as a pipeline needs to publish. */
const TEN_MINUTES_MS = 600_000

export const identityHandlers = {
  listIdentities: async ({ db }) => ({ identities: await db.select().from(identity).orderBy(identity.name) }),

  async addIdentity({ db }, { by, reason, ...given }) {
    refuseWrongLimits(given)
    const { name, role, part = null, environment = null } = given
    return db.transaction(async (tx) => {
      await lockTokens(tx)
      await refuseTaken(tx, name)
      const [added] = await tx
        .insert(identity)
        .values({ ...given, part, environment })
        .returning()
      const to = { ...given, part, environment }
      await record(tx, { action: 'identity', actor: by, reason, environment, part, from: null, to: { ...to, role } })
      return added as Identity
    })
  },

  removeIdentity: ({ db, now }, { name, by, reason }) =>
    db.transaction(async (tx) => {
      await lockTokens(tx)
      const [gone] = await tx.delete(identity).where(eq(identity.name, name)).returning()
      if (!gone) throw new Refusal('not-found', `There is no identity "${name}".`)
      const ended = await tx
        .update(token)
        .set({ expiresAt: now() })
        .where(and(eq(token.name, name), eq(token.ofIdentity, true), gt(token.expiresAt, now())))
        .returning({ id: token.id })
      const { createdAt: _, ...from } = gone
      const { environment, part } = gone
      await record(tx, { action: 'identity', actor: by, reason, environment, part, from, to: null })
      return { name, revoked: ended.length }
    }),

  async exchangeToken({ db, now }, { idToken, part }) {
    const issuer = claimedIssuer(idToken)
    // An administrator logs in at the console; a pipeline that could make tokens would have its rights for ever.
    const ofIssuer = and(eq(identity.issuer, issuer), ne(identity.role, 'admin'))
    const known = await db.select().from(identity).where(ofIssuer)
    if (known.length === 0)
      throw new Refusal('unauthorized', 'No identity of the issuer of this ID token is known here.')
    const audiences = known.map(({ audience }) => audience)
    const claims = await verifiedClaims(idToken, { issuer, audiences, now: now() })
    const own = fitting(known, claims).filter((each) => part === undefined || (each.part ?? part) === part)
    const expiresAt = new Date(now().getTime() + TEN_MINUTES_MS)
    return tokenOf({ db, now }, theOne(own, claims), { claims, expiresAt })
  },
} satisfies Partial<Handlers>

/** Of these, those that an ID token with these claims is of. */
export const fitting = (known: Identity[], claims: JWTPayload): Identity[] =>
  known.filter(
    ({ audience, claims: wanted }) =>
      [claims.aud].flat().includes(audience) &&
      Object.entries(wanted).every(([name, value]) => [claims[name]].flat().map(String).includes(value)),
  )

/** Throws a refusal that says whose ID token it is, unless it is of exactly one. */
export function theOne([first, ...others]: Identity[], { sub, repository, ref }: JWTPayload): Identity {
  const who = [sub, repository, ref]
    .filter((each) => typeof each === 'string')
    .join(', ')
    .slice(0, 300)
  if (!first) throw new Refusal('forbidden', `No identity here fits this ID token, which is of ${who}.`)
  if (others.length === 0) return first
  const names = [first, ...others].map(({ name }) => name)
  throw new Refusal(
    'invalid',
    `Several identities fit this ID token: ${names.join(', ')}. Name the part that it is for, or tell them apart by claims.`,
  )
}

/** A token with the rights of an identity, which stands in the audit log with whom it was given to. */
export async function tokenOf(
  { db }: Pick<RegistryContext, 'db' | 'now'>,
  { name, role, part, environment }: Identity,
  { claims: { iss, sub }, expiresAt }: { claims: JWTPayload; expiresAt: Date },
) {
  const raw = newToken()
  const grant = { name, role, part, environment }
  await db.transaction(async (tx) => {
    const [own] = await tx.select().from(identity).where(eq(identity.name, name)).for('share')
    if (!own) throw new Refusal('forbidden', `The identity "${name}" was removed.`)
    await addToken(tx, raw, { ...grant, expiresAt, ofIdentity: true })
    const detail = { issuer: iss, subject: String(sub).slice(0, 500) }
    await record(tx, {
      action: 'exchange',
      actor: name,
      environment,
      part,
      from: null,
      to: { ...grant, expiresAt },
      detail,
    })
  })
  return { ...grant, token: raw, expiresAt }
}

const KEPT_MS = 30 * 86_400_000

/** Tokens of identities that ended 30 days ago, unless something is still to be made in their name. */
export async function forgetExchanged({ db, now }: Pick<RegistryContext, 'db' | 'now'>): Promise<void> {
  const waits = db
    .select({ token: scheduledChange.token })
    .from(scheduledChange)
    .where(eq(scheduledChange.state, 'waiting'))
  const before = new Date(now().getTime() - KEPT_MS)
  await db
    .delete(token)
    .where(and(eq(token.ofIdentity, true), lt(token.expiresAt, before), notInArray(token.id, waits)))
}
