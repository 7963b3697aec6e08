import { timingSafeEqual } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '../http/refusal'
import type { ContentRevision } from '../http/response-cache'
import type { Task } from './cli-command'
import { isForOperator, operate, type Workplace } from './operate'

const path = z.string().check(z.refine((text) => isAbsolute(text), 'must be an absolute path'))
const bodies = {
  'content/apply': z.object({ folder: path }),
  'content/export': z.object({ folder: path }),
  'submissions/export': z.object({ form: z.string(), file: path }),
} satisfies Record<Task['action'], z.ZodMiniType>

/**
 * What the command line asks a running API to do, since the embedded database has room for one process only.
 * Not under /api, so no edge hands it on; and only for who can read the token in the data folder.
 */
export async function operator(
  app: FastifyInstance,
  options: Workplace & { revision: ContentRevision; token: string },
): Promise<void> {
  const { revision, token, ...workplace } = options
  app.addHook('onRequest', async (request) => {
    if (!same(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal(401, 'Wrong token.')
  })
  for (const [action, body] of Object.entries(bodies))
    app.post(`/operator/${action}`, { schema: { hide: true, body } }, async (request) => {
      try {
        const data = await operate({ action, ...(request.body as object) } as Task, workplace)
        if (action === 'content/apply') revision.forget()
        return { code: 200, data }
      } catch (error) {
        if (isForOperator(error)) throw new Refusal(400, error.message)
        throw error
      }
    })
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
