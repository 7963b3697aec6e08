import { type ZodType, z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { documentedForHolders } from './document'
import { abort, canary, pause, promote, resume, rollBack, rollBackEnvironment } from './rollouts'

const params = z.object({ environment: address.environment, part: address.part })
const common = {
  reason: address.reason.optional(),
  revision: address.revision
    .optional()
    .describe('What the caller has seen: where somebody was faster, the answer is 409 and nothing changes.'),
}
const override = z.boolean().optional().describe('Although the gate is against it; needs a reason.')
const version = address.version.optional()
/** For calls that need no body. */
const optionalBody = <Body extends ZodType>(body: Body) => z.preprocess((given) => given ?? {}, body)

const promotion = optionalBody(
  z.object({
    version: version.describe('Without it: that of `from`, else the candidate with its group.'),
    from: address.environment.optional().describe('Exactly what is live in this environment.'),
    override,
    ...common,
  }),
)
const seconds = z
  .number()
  .min(1)
  .max(31 * 86_400)
const needsEvidence = z
  .boolean()
  .default(true)
  .describe('Grows only where enough evidence says that the candidate is no worse; false: by time alone.')
const strategy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('linear'), percent: z.number().min(1).max(100), seconds, needsEvidence }),
  z.object({
    kind: z.literal('canary'),
    steps: z
      .array(z.object({ traffic: z.number().min(0).max(100), seconds: seconds.nullable() }))
      .min(1)
      .max(50),
    needsEvidence,
  }),
])
const share = z.object({
  version: version.describe('Without it: the candidate that there is.'),
  traffic: z.number().min(0).max(100).optional().describe('Percentage of visitors; or a strategy.'),
  strategy: strategy.optional().describe('Grows by itself, and is promoted after its last step.'),
  group: address.group.optional(),
  override,
  ...common,
})

export function rolloutRoutes(app: App, desk: Registry): void {
  const path = '/releases/environments/:environment/parts/:part'
  const schema = <Body extends ZodType>(id: string, summary: string, body: Body) => ({
    ...documentedForHolders(id, summary, answers.changed),
    params,
    body,
  })
  app.post(
    `${path}/promote`,
    { config: { action: 'promote' }, schema: schema('promote', 'Make a version live for everyone', promotion) },
    (request) => promote(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
  app.post(
    `${path}/canary`,
    { config: { action: 'canary' }, schema: schema('canary', 'Give a version to a percentage of visitors', share) },
    (request) => canary(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
  app.post(
    `${path}/abort`,
    {
      config: { action: 'abort' },
      schema: schema('abort', 'Take the candidate away from everybody', optionalBody(z.object(common))),
    },
    (request) => abort(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
  for (const [action, run, summary] of [
    ['pause', pause, 'Hold the strategy of a candidate where it is'],
    ['resume', resume, 'Go on with a strategy that was paused or waits for somebody'],
  ] as const)
    app.post(
      `${path}/${action}`,
      { config: { action }, schema: schema(action, summary, optionalBody(z.object(common))) },
      (request) => run(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
    )
  app.post(
    `${path}/rollback`,
    {
      config: { action: 'rollback' },
      schema: schema(
        'rollback',
        'Go back to what was live before',
        optionalBody(z.object({ version, override, ...common })),
      ),
    },
    (request) => rollBack(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
  app.post(
    '/releases/environments/:environment/rollback',
    {
      config: { action: 'rollback' },
      schema: {
        ...documentedForHolders(
          'rollbackEnvironment',
          'Go back to exactly the versions of a composition that was live',
          answers.environmentChanged,
        ),
        params: z.object({ environment: address.environment }),
        body: z.object({ composition: address.composition, override, ...common }),
      },
    },
    (request) => rollBackEnvironment(desk, { ...request.params, ...request.body, by: callerOf(request).name }),
  )
}
