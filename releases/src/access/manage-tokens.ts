import { article, roleTable } from '@marram/release-contract/permissions'
import { and, desc, eq, getTableColumns, gt, isNull, or, type SQL } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesTransaction } from '../database'
import type { Handlers, Input } from '../handler'
import { Refusal } from '../refusal'
import { identity, token } from '../schema'
import { addToken, isOver, lockTokens, newToken } from './tokens'

const { id: _, hash: __, ofIdentity: ___, ...shown } = getTableColumns(token)

const valid = (condition: SQL) => and(condition, or(isNull(token.expiresAt), gt(token.expiresAt, new Date())))
const findValid = (tx: ReleasesTransaction, condition: SQL) => tx.select(shown).from(token).where(valid(condition))

export function refuseWrongLimits({
  role,
  ...given
}: Pick<Input<'createToken'>, 'role' | 'part' | 'environment'>): void {
  const who = `${article(role) === 'an' ? 'An' : 'A'} ${role}`
  for (const limit of ['part', 'environment'] as const) {
    const rule = roleTable[role][limit]
    if (rule === 'needed' && given[limit] === undefined)
      throw new Refusal('invalid', `${who} is of one ${limit}: name it.`)
    if (rule === undefined && given[limit] !== undefined)
      throw new Refusal('invalid', `${who} cannot be limited to one ${limit}.`)
  }
}

/** The audit log identifies people and pipelines by these names. */
export async function refuseTaken(tx: ReleasesTransaction, name: string): Promise<void> {
  if ((await findValid(tx, eq(token.name, name))).length > 0)
    throw new Refusal('conflict', `There is a token "${name}" already. Revoke it first, or take another name.`)
  if ((await tx.select().from(identity).where(eq(identity.name, name))).length > 0)
    throw new Refusal('conflict', `There is an identity "${name}" already. Remove it first, or take another name.`)
}

export const tokenHandlers = {
  /** Newest first, ended tokens included, but for those of ten minutes. */
  async listTokens({ db }) {
    const given = or(eq(token.ofIdentity, false), gt(token.expiresAt, new Date()))
    const rows = await db.select(shown).from(token).where(given).orderBy(desc(token.createdAt), token.name)
    return { tokens: rows.map((row) => ({ ...row, valid: !isOver(row) })) }
  },

  /** The token itself is only ever in this response. */
  async createToken({ db }, { by, reason, ...grant }) {
    refuseWrongLimits(grant)
    const { name, role, part = null, environment = null } = grant
    const expiresAt = grant.expiresAt === undefined ? null : new Date(grant.expiresAt)
    if (isOver({ expiresAt })) throw new Refusal('invalid', 'A token cannot end in the past.')
    const raw = newToken()
    return db.transaction(async (tx) => {
      await lockTokens(tx)
      await refuseTaken(tx, name)
      const to = { name, role, part, environment, expiresAt }
      await addToken(tx, raw, to)
      await record(tx, { action: 'token', actor: by, reason, environment, part, from: null, to })
      const [created] = await findValid(tx, eq(token.name, name))
      return { ...(created as NonNullable<typeof created>), token: raw }
    })
  },

  /** Ends every valid token of that name; its holder is refused from the next call on. */
  revokeToken: ({ db }, { name, by, reason }) =>
    db.transaction(async (tx) => {
      await lockTokens(tx)
      const [first, ...others] = await findValid(tx, eq(token.name, name))
      if (!first) throw new Refusal('not-found', `There is no valid token "${name}".`)
      // That of a login at the console ends by itself.
      const admins = await findValid(tx, and(eq(token.role, 'admin'), eq(token.ofIdentity, false)) as SQL)
      if (admins.every((admin) => admin.name === name))
        throw new Refusal('refused', `"${name}" is the last administrator's token. Create another one first.`)
      await tx
        .update(token)
        // What it scheduled is not made any more, as that of a token that ends by itself would be, while its identity is there.
        .set({ expiresAt: new Date(), ofIdentity: false })
        .where(valid(eq(token.name, name)))
      const { createdAt: _, expiresAt: __, ...from } = first
      const { environment, part } = from
      await record(tx, { action: 'token', actor: by, reason, environment, part, from, to: null })
      return { name, revoked: others.length + 1 }
    }),
} satisfies Partial<Handlers>
