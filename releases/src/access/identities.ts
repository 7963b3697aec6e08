import { and, eq, gt } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { Handlers } from '../handler'
import { Refusal } from '../refusal'
import { identity, token } from '../schema'
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
    const known = await db.select().from(identity).where(eq(identity.issuer, issuer))
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
  const who = [sub, repository, ref].filter((each) => typeof each === 'string').join(', ')
  if (!first) throw new Refusal('forbidden', `No identity here fits this ID token, which is of ${who}.`)
  if (others.length === 0) return first
  const names = [first, ...others].map(({ name }) => name)
  throw new Refusal(
    'invalid',
    `Several identities fit this ID token: ${names.join(', ')}. Name the part that it is for.`,
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
