import type { Handlers } from '../handler'
import { createToken, listTokens, revokeToken } from './manage-tokens'

export const tokenHandlers = {
  listTokens: async ({ db }) => ({ tokens: await listTokens(db) }),
  createToken: ({ db }, { expiresAt, ...grant }, { by }) =>
    createToken(db, { ...grant, expiresAt: expiresAt ? new Date(expiresAt) : undefined, by }),
  revokeToken: ({ db }, input, { by }) => revokeToken(db, { ...input, by }),
} satisfies Partial<Handlers>
