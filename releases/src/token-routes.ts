import { roles } from '@marram/release-contract/permissions'
import { z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { documentedForHolders } from './document'
import { createToken, listTokens, revokeToken } from './manage-tokens'

const config = { action: 'token' } as const

/** For administrators alone. */
export function tokenRoutes(app: App, { db }: Registry): void {
  app.get(
    '/releases/tokens',
    { config, schema: documentedForHolders('listTokens', 'Who may do what; no token itself', answers.tokens) },
    async () => ({ tokens: await listTokens(db) }),
  )

  app.post(
    '/releases/tokens',
    {
      config,
      schema: {
        ...documentedForHolders('createToken', 'Make a token, which is shown this once', answers.newToken, 201),
        body: z.object({
          name: address.tokenName,
          role: z.enum(roles),
          part: address.part.optional().describe('The one part of a publisher.'),
          environment: address.environment.optional().describe('The one environment of a manager or an edge.'),
          expiresAt: address.moment.optional(),
          reason: address.reason.optional(),
        }),
      },
    },
    async (request, reply) => {
      const { expiresAt, ...wanted } = request.body
      const made = await createToken(db, {
        ...wanted,
        expiresAt: expiresAt ? new Date(expiresAt) : undefined,
        by: callerOf(request).name,
      })
      return reply.code(201).header('cache-control', 'no-store').send(made)
    },
  )

  app.post(
    '/releases/tokens/:name/revoke',
    {
      config,
      schema: {
        ...documentedForHolders('revokeToken', 'End a token at once', answers.revoked),
        params: z.object({ name: address.tokenName }),
        body: z.preprocess((given) => given ?? {}, z.object({ reason: address.reason.optional() })),
      },
    },
    (request) => revokeToken(db, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
}
