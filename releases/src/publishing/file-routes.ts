import { isForTeams } from '@marram/release-contract/release'
import { contentType, isText } from '@marram/server/content-type'
import { acceptedEncoding, BROTLI_ALONE } from '@marram/server/encodings'
import { hasAlready } from '@marram/server/etag'
import { storedAs } from '@marram/server/stored-files'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { mayReadFiles } from '../access/authorize'
import { findCaller } from '../access/tokens'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { wasEverLive } from '../discovery/ever-live'
import { Refusal } from '../refusal'
import { isPublished, isVersion, release, releaseFile } from '../schema'
import { brotliKey, fileKey } from '../storage'

const FOREVER = 'public, max-age=31536000, immutable'

type Address = { part: string; version: string; '*': string }

/**
 * Files of complete releases. Those of releases that were ever live are public; all others, and source maps, are for
 * holders of a token, which may be limited to one part. Server builds of public releases are public too, since edges
 * without a token need them; an edge does not serve them to visitors.
 */
export function fileRoutes(app: FastifyInstance, { db, files }: RegistryContext): void {
  app.get<{ Params: Address }>(
    '/releases/files/:part/:version/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const { part, version, '*': path } = request.params
      const file = await findVisible(db, part, version, path)
      const isPublic = !isForTeams(path) && (await wasEverLive(db, part, version))
      // At the console the session has set the caller.
      if (!isPublic && !mayReadFiles(request.caller ?? (await findCaller(db, request.headers.authorization)), part))
        throw noFile(path)
      const brotli =
        file.brotliSize !== null && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE) === 'br'
      const size = brotli ? (file.brotliSize as number) : file.size
      const key = brotli ? brotliKey(file.release, file.integrity) : fileKey(file.release, file.integrity)
      // If a file has shrunk in the store, the reader would wait for the rest.
      if ((await storedAs(files, key))?.contentLength !== size)
        throw new Refusal('damaged', `This file is damaged in the store: ${path}`)
      const etag = `"${file.integrity}${brotli ? '-br' : ''}"`
      reply.header('cache-control', isPublic ? FOREVER : 'private, no-store').header('etag', etag)
      reply.header('x-content-type-options', 'nosniff')
      if (isText(path)) reply.header('vary', 'accept-encoding')
      if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
      reply.type(contentType(path)).header('content-length', size)
      if (brotli) reply.header('content-encoding', 'br')
      return reply.send(await files.getStream(key))
    },
  )
}

const noFile = (path: string) => new Refusal('not-found', `No release has this file: ${path}`)

async function findVisible(db: ReleasesDatabase, part: string, version: string, path: string) {
  const [found] = await db
    .select({ file: releaseFile })
    .from(releaseFile)
    .innerJoin(release, eq(release.id, releaseFile.release))
    .where(and(isVersion({ part, version }), eq(releaseFile.path, path), isPublished))
  if (!found) throw noFile(path)
  return found.file
}
