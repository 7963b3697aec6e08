import { timingSafeEqual } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../call'
import { applyContent } from '../content/apply'
import { exportContent } from '../content/export'
import { ContentMistake } from '../content/mistakes'
import type { ContentRevision } from '../content-revision'
import { Refusal } from '../refusal'

const body = z.object({
  folder: z.string().check(z.refine((folder) => isAbsolute(folder), 'must be an absolute path')),
})

/**
 * What the command line asks a running API to do, since the embedded database has room for one process only.
 * Not under /api, so no edge hands it on; and only for who can read the token in the data folder.
 */
export async function operator(
  app: FastifyInstance,
  options: { db: Db; mediaFolder: string; revision: ContentRevision; token: string },
): Promise<void> {
  const { db, mediaFolder, revision, token } = options
  app.addHook('onRequest', async (request) => {
    if (!same(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal(401, 'Wrong token.')
  })

  app.post('/operator/content/apply', { schema: { hide: true, body } }, async (request) => {
    const { folder } = request.body as z.output<typeof body>
    try {
      const result = await applyContent(db, folder, mediaFolder)
      revision.forget()
      return { code: 200, data: result }
    } catch (error) {
      if (error instanceof ContentMistake) throw new Refusal(400, error.message)
      throw error
    }
  })

  app.post('/operator/content/export', { schema: { hide: true, body } }, async (request) => {
    const { folder } = request.body as z.output<typeof body>
    return { code: 200, data: await exportContent(db, folder, mediaFolder) }
  })
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
