import { endings, stopKinds } from '@marram/release-contract/calls/stops'
import { z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { documentedForHolders } from './document'
import { halt, lift, type Stop } from './stops'

const summaries = {
  kill: ['Take a part off the site: its pages show a notice', 'Bring a killed part back'],
  freeze: ['Let nothing new go live in an environment', 'End the freeze of an environment'],
  lock: ['Let nothing new of a part go live', 'Unlock a part'],
} as const

const environmentParams = z.object({ environment: address.environment })
const partParams = environmentParams.extend({ part: address.part })
const revision = address.revision
  .optional()
  .describe("The environment's, that the caller has seen: where somebody changed the same stop since then, 409.")
const stopping = z.object({
  revision,
  reason: z.string().min(1, 'say why').max(500),
  until: address.moment.optional().describe('When it ends by itself; without it, when somebody ends it.'),
  notice: z.string().max(300).optional().describe('What visitors read on pages of a killed part.'),
})
const lifting = z.preprocess((given) => given ?? {}, z.object({ reason: address.reason.optional(), revision }))

/** Kill switch, freeze and lock. */
export function stopRoutes(app: App, { db }: Registry): void {
  for (const kind of stopKinds) {
    const [summary, ending] = summaries[kind]
    const wholeEnvironment = kind === 'freeze'
    const path = `/releases/environments/:environment${wholeEnvironment ? '' : '/parts/:part'}`
    // A freeze has no part in its address, and is handled like one whose part is left out.
    const params = (wholeEnvironment ? environmentParams : partParams) as typeof partParams
    app.post(
      `${path}/${kind}`,
      {
        config: { action: kind },
        schema: { ...documentedForHolders(kind, summary, answers.stop), params, body: stopping },
      },
      async (request) => {
        const { until, ...body } = request.body
        const by = callerOf(request).name
        return shown(
          await halt(db, { kind, ...request.params, ...body, until: until ? new Date(until) : undefined, by }),
        )
      },
    )
    app.post(
      `${path}/${endings[kind]}`,
      {
        config: { action: endings[kind] },
        schema: { ...documentedForHolders(endings[kind], ending, answers.lifted), params, body: lifting },
      },
      (request) => lift(db, { kind, ...request.params, ...request.body, by: callerOf(request).name }),
    )
  }
}

const shown = ({ part, ...stop }: Stop) => ({ ...stop, part: part || null })
