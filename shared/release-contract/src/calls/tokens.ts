import * as z from 'zod/mini'
import { call, post } from '../call'
import { rolesText } from '../permissions'
import * as names from './names'

const text = z.string()
const grant = { name: text, role: names.role, part: z.nullable(text), environment: z.nullable(text) }
const fields = { ...grant, createdAt: names.moment, expiresAt: z.nullable(names.moment) }

const tokens = z.object({ tokens: z.array(z.object({ ...fields, valid: z.boolean() })) })
export type Tokens = z.output<typeof tokens>

/** Who is logged in at the console; null for nobody. */
export const session = z.object({
  caller: z.nullable(z.object(grant)),
  expiresAt: z.nullable(names.moment),
  hasOidc: z.boolean().check(z.describe('Whether people may log in at an issuer of OpenID Connect.')),
})
export type Session = z.output<typeof session>

const path = '/releases/tokens'

export const tokenCalls = {
  listTokens: call({
    method: 'GET',
    path,
    summary: 'Who may do what; no token itself',
    action: 'token',
    response: tokens,
  }),
  createToken: post(path, 'token', 'Create a token, which is shown this once', {
    body: z.object({
      name: names.tokenName,
      role: names.role.check(z.describe(rolesText)),
      part: z.optional(names.part).check(z.describe('The one part that it is limited to.')),
      environment: z.optional(names.environment).check(z.describe('The one environment that it is limited to.')),
      expiresAt: z.optional(names.moment),
      reason: z.optional(names.reason),
    }),
    response: z.object({ ...fields, token: text.check(z.describe('Shown this once and stored nowhere.')) }),
    status: [201],
    noStore: true,
  }),
  revokeToken: post(`${path}/{name}/revoke`, 'token', 'End a token at once', {
    body: z.object({ reason: z.optional(names.reason) }),
    response: z.object({
      name: text,
      revoked: z.int().check(z.describe('How many tokens of that name ended.')),
    }),
  }),
}
