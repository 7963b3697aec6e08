import { ENDING } from '@marram/service/drain'
import { within } from '@marram/service/within'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../call'
import type { ContentRevision } from '../content-revision'

/** 200 where the database answers within two seconds and this process is not ending, else 503. */
export async function health(
  app: FastifyInstance,
  { db, engine, revision, isEnding }: { db: Db; engine: string; revision: ContentRevision; isEnding: () => boolean },
): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    if (isEnding()) return reply.code(503).send(ENDING)
    try {
      await within(2_000, db.execute(sql`select 1`))
      return reply.send({ code: 200, message: 'ok', engine, revision: await revision.current() })
    } catch {
      return reply.code(503).send({ code: 503, message: 'The database does not answer.' })
    }
  })
}
