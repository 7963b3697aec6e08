import { article, type Role } from '@marram/release-contract/permissions'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Handlers, Input } from '../handler'
import { Refusal } from '../refusal'
import { token } from '../schema'
import { addToken, newToken } from './tokens'

type By = { by: string; reason?: string | undefined }
type Grant = Omit<Input<'createToken'>, 'expiresAt' | 'reason'> & { expiresAt?: Date | undefined }

const isValid = (now: Date) => or(isNull(token.expiresAt), gt(token.expiresAt, now))

const shown = {
  name: token.name,
  role: token.role,
  part: token.part,
  environment: token.environment,
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
}

/** Newest first; those that have ended too. */
export async function listTokens(db: ReleasesDatabase) {
  const rows = await db.select(shown).from(token).orderBy(desc(token.createdAt), token.name)
  return rows.map((row) => ({ ...row, valid: row.expiresAt === null || row.expiresAt.getTime() > Date.now() }))
}

/** The response is the only place where the token ever stands. */
export async function createToken(db: ReleasesDatabase, { by, reason, ...grant }: Grant & By) {
  const { name, role, part = null, environment = null, expiresAt = null } = grant
  refuseWrongLimits(grant)
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Refusal('invalid', 'A token cannot end in the past.')
  const raw = newToken()
  return db.transaction(async (tx) => {
    await queue(tx)
    // The audit log knows people by these names.
    if ((await validOf(tx, eq(token.name, name))).length > 0)
      throw new Refusal('conflict', `There is a token "${name}" already. Revoke it first, or take another name.`)
    await addToken(tx, raw, { name, role, part, environment, expiresAt })
    const to = { name, role, part, environment, expiresAt: expiresAt?.toISOString() ?? null }
    await record(tx, { action: 'token', actor: by, reason, environment, part, from: null, to })
    const [made] = await validOf(tx, eq(token.name, name))
    return { ...(made as NonNullable<typeof made>), token: raw }
  })
}

/** A publisher is of one part, a manager or an edge of one environment; the others are of none. */
function refuseWrongLimits({ role, part, environment }: Grant): void {
  const needs = { publisher: 'part', manager: 'environment', edge: 'environment' } as Partial<Record<Role, string>>
  const has = [part !== undefined && 'part', environment !== undefined && 'environment'].filter(Boolean)
  if (has.join() === (needs[role] ?? '')) return
  throw new Refusal(
    'invalid',
    needs[role]
      ? `${article(role) === 'an' ? 'An' : 'A'} ${role} is of one ${needs[role]}: name it, and nothing else.`
      : `The role ${role} has no limits.`,
  )
}

/** Ends every valid token of that name; whoever holds it is refused from the next call on. */
export async function revokeToken(db: ReleasesDatabase, { name, by, reason }: { name: string } & By) {
  return db.transaction(async (tx) => {
    await queue(tx)
    const ending = await validOf(tx, eq(token.name, name))
    if (ending.length === 0) throw new Refusal('not-found', `There is no valid token "${name}".`)
    const admins = await validOf(tx, eq(token.role, 'admin'))
    if (admins.every((one) => one.name === name))
      throw new Refusal('refused', `"${name}" is the last administrator's token. Make another one first.`)
    await tx
      .update(token)
      .set({ expiresAt: new Date() })
      .where(and(eq(token.name, name), isValid(new Date())))
    const [{ createdAt: _, expiresAt: __, ...from }] = ending as [(typeof ending)[0]]
    const { environment, part } = from
    await record(tx, { action: 'token', actor: by, reason, environment, part, from, to: null })
    return { name, revoked: ending.length }
  })
}

/** Two at once must not make one name twice, nor end each other. */
const queue = (tx: ReleasesTransaction) => tx.execute(sql`lock table ${token} in share row exclusive mode`)

const validOf = (tx: ReleasesTransaction, condition: ReturnType<typeof eq>) =>
  tx
    .select(shown)
    .from(token)
    .where(and(condition, isValid(new Date())))

export const tokenHandlers = {
  listTokens: async ({ db }) => ({ tokens: await listTokens(db) }),
  createToken: ({ db }, { expiresAt, ...grant }, { by }) =>
    createToken(db, { ...grant, expiresAt: expiresAt ? new Date(expiresAt) : undefined, by }),
  revokeToken: ({ db }, input, { by }) => revokeToken(db, { ...input, by }),
} satisfies Partial<Handlers>
