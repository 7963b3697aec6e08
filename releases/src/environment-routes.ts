import { z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { isCursor, readCursor } from './composition-cursor'
import { listCompositions, showComposition } from './compositions'
import { documentedForHolders } from './document'
import { createEnvironment, listEnvironments, showEnvironment } from './environments'

const config = { action: 'read' } as const

/** What there is to release to, and what was live there. */
export function environmentRoutes(app: App, desk: Registry): void {
  const { db } = desk
  app.get(
    '/releases/environments',
    { config, schema: documentedForHolders('listEnvironments', 'All environments', answers.environments) },
    async () => ({ environments: await listEnvironments(db) }),
  )

  app.post(
    '/releases/environments',
    {
      config: { action: 'environment' },
      schema: {
        ...documentedForHolders('createEnvironment', 'Create an environment', answers.environment, 201),
        body: z.object({ name: address.environment, reason: address.reason.optional() }),
      },
    },
    async (request, reply) => {
      const made = await createEnvironment(db, { ...request.body, by: callerOf(request).name })
      return reply.code(201).send(made)
    },
  )

  const params = z.object({ environment: address.environment })
  app.get(
    '/releases/environments/:environment',
    {
      config,
      schema: {
        ...documentedForHolders('showEnvironment', 'What an environment serves and served', answers.environmentShown),
        params,
      },
    },
    (request) => showEnvironment(desk, request.params.environment),
  )

  app.get(
    '/releases/environments/:environment/compositions',
    {
      config,
      schema: {
        ...documentedForHolders('listCompositions', 'What was live together, latest first', answers.compositions),
        params,
        querystring: z.object({
          limit: z.coerce.number().int().min(1).max(500).default(50),
          before: z
            .union([address.moment, z.string().refine(isCursor, 'not where a page of compositions ends')])
            .optional()
            .describe('`next` of the page before; or a moment, for what was live last before it.'),
        }),
      },
    },
    ({ params, query: { limit, before } }) =>
      listCompositions(db, { ...params, limit, before: before === undefined ? undefined : readCursor(before) }),
  )

  app.get(
    '/releases/compositions/:composition',
    {
      config,
      schema: {
        ...documentedForHolders('showComposition', 'The versions behind the id of a composition', answers.composition),
        params: z.object({ composition: address.composition }),
      },
    },
    (request) => showComposition(db, request.params.composition),
  )
}
