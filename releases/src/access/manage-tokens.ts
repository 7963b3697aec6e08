import { article, roleTable } from '@marram/release-contract/permissions'
import { and, desc, eq, getTableColumns, gt, isNull, or, type SQL } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { ReleasesTransaction } from '../database'
import type { Handlers, Input } from '../handler'
import { Refusal } from '../refusal'
import { token } from '../schema'
import { addToken, isOver, lockTokens, newToken } from './tokens'

const { id: _, hash: __, ...shown } = getTableColumns(token)

const valid = (condition: SQL) => and(condition, or(isNull(token.expiresAt), gt(token.expiresAt, new Date())))
const findValid = (tx: ReleasesTransaction, condition: SQL) => tx.select(shown).from(token).where(valid(condition))

function refuseWrongLimits({ role, ...given }: Input<'createToken'>): void {
  const who = `${article(role) === 'an' ? 'An' : 'A'} ${role}`
  for (const limit of ['part', 'environment'] as const) {
    const rule = roleTable[role][limit]
    if (rule === 'needed' && given[limit] === undefined)
      throw new Refusal('invalid', `${who} is of one ${limit}: name it.`)
    if (rule === undefined && given[limit] !== undefined)
      throw new Refusal('invalid', `${who} cannot be limited to one ${limit}.`)
  }
}

export const tokenHandlers = {
  /** Newest first, ended tokens included. */
  async listTokens({ db }) {
    const rows = await db.select(shown).from(token).orderBy(desc(token.createdAt), token.name)
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
      // The audit log identifies people by these names.
      if ((await findValid(tx, eq(token.name, name))).length > 0)
        throw new Refusal('conflict', `There is a token "${name}" already. Revoke it first, or take another name.`)
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
      const admins = await findValid(tx, eq(token.role, 'admin'))
      if (admins.every((admin) => admin.name === name))
        throw new Refusal('refused', `"${name}" is the last administrator's token. Create another one first.`)
      await tx
        .update(token)
        .set({ expiresAt: new Date() })
        .where(valid(eq(token.name, name)))
      const { createdAt: _, expiresAt: __, ...from } = first
      const { environment, part } = from
      await record(tx, { action: 'token', actor: by, reason, environment, part, from, to: null })
      return { name, revoked: others.length + 1 }
    }),
} satisfies Partial<Handlers>
