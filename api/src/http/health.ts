import { ENDING } from '@marram/server/drain'
import { within } from '@marram/server/within'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/schema'
import type { ContentRevision } from './response-cache'

/** Of the disk that takes images. */
type FreeDisk = { isShort(): Promise<boolean> }

type Parts = {
  db: Db
  engine: string
  revision: ContentRevision
  disk: FreeDisk | undefined
  isEnding: () => boolean
}

/**
 * 200 where the database answers within two seconds and this process is not ending, else 503. That no images are taken
 * is said beside: everything else goes on.
 */
export async function health(app: FastifyInstance, { db, engine, revision, disk, isEnding }: Parts): Promise<void> {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    if (isEnding()) return reply.code(503).send(ENDING)
    try {
      await within(2_000, db.execute(sql`select 1`))
      const uploads = await uploadsOn(disk)
      return reply.send({ code: 200, message: 'ok', engine, revision: await revision.current(), uploads })
    } catch {
      return reply.code(503).send({ code: 503, message: 'The database does not answer.' })
    }
  })
}

async function uploadsOn(disk: FreeDisk | undefined): Promise<string> {
  try {
    return (await disk?.isShort()) ? 'refused: too little disk is free' : 'taken'
  } catch {
    return 'refused: the disk does not answer'
  }
}
