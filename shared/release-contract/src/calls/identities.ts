import * as z from 'zod/mini'
import { call, post } from '../call'
import { rolesText } from '../permissions'
import * as names from './names'

const text = z.string()
/** An address whose keys are fetched: without https only on this machine, for trials. */
export const isIssuer = (url: string): boolean => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(url)
const issuer = z.url({ protocol: /^https?$/ }).check(z.maxLength(200), z.refine(isIssuer, 'an address of https'))
const value = text.check(z.minLength(1), z.maxLength(200))
const claims = z.record(value, value).check(
  z.refine((given) => Object.keys(given).length > 0 && Object.keys(given).length <= 8, '1 to 8 claims'),
  z.describe('What an ID token has to say, such as {"repository": "marram/tides", "ref": "refs/heads/main"}.'),
)
const limits = { part: z.nullable(text), environment: z.nullable(text) }
const identity = z.object({
  ...{ name: text, issuer: text, audience: text, claims: z.record(text, text), role: names.role, ...limits },
  createdAt: names.moment,
})
const identities = z.object({ identities: z.array(identity) })
export type Identities = z.output<typeof identities>

/** Claims as people write them: `repository=marram/tides, ref=refs/heads/main`; undefined if they are written otherwise. */
export function claimsIn(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((each) => /^([^=]+)=(.+)$/.exec(each.trim())?.slice(1))
  return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs as [string, string][])
}

export const claimsText = (claims: Record<string, string>): string =>
  Object.entries(claims)
    .map((pair) => pair.join('='))
    .join(', ')

const path = '/releases/identities'

export const identityCalls = {
  listIdentities: call({
    method: 'GET',
    path,
    summary: 'Whose ID tokens are exchanged for tokens',
    action: 'token',
    response: identities,
  }),
  addIdentity: post(path, 'token', 'Let the ID tokens of an issuer be exchanged for tokens', {
    body: z.object({
      name: names.tokenName,
      issuer,
      audience: value.check(z.describe('What the ID tokens are made for, such as the address of this registry.')),
      claims,
      role: names.role.check(z.describe(rolesText)),
      part: z.optional(names.part),
      environment: z.optional(names.environment),
      reason: z.optional(names.reason),
    }),
    response: identity,
    status: [201],
  }),
  removeIdentity: post(`${path}/{name}/remove`, 'token', 'Exchange its ID tokens no more, and end its tokens', {
    body: z.object({ reason: z.optional(names.reason) }),
    response: z.object({ name: text, revoked: z.int() }),
  }),
  exchangeToken: call({
    method: 'POST',
    path: '/releases/tokens/exchange',
    summary: 'A token of ten minutes for an ID token',
    body: z.object({
      idToken: text.check(z.minLength(1), z.maxLength(16_000)),
      part: z.optional(names.part).check(z.describe('The part that it is for, where several identities fit.')),
    }),
    response: z.object({ name: text, role: names.role, ...limits, token: text, expiresAt: names.moment }),
    status: [201],
    noStore: true,
    refusedAs: 'exchange',
  }),
}
