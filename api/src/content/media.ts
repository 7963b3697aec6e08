import { contentType } from '@marram/server/content-type'
import { acceptedEncoding, BROTLI_ALONE } from '@marram/server/encodings'
import { hasAlready } from '@marram/server/etag'
import { Semaphore } from '@marram/server/semaphore'
import { SingleFlight } from '@marram/server/single-flight'
import { readStored, type StoredFiles, storedAs } from '@marram/server/stored-files'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { notFound, Refusal } from '../http/refusal'

export const pictureKinds = ['svg', 'jpg', 'jpeg', 'png', 'webp', 'avif']

/** The store of pictures, by their addresses below `/media`. */
export type MediaFiles = Pick<StoredFiles, 'put' | 'exists' | 'getStream' | 'getMetaData'>

/** No way out of the folder, no hidden files, a known kind, no longer than file systems allow. */
const mediaPath =
  /^(?=.{1,250}$)(?:[a-z0-9][a-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(svg|jpe?g|png|webp|avif)$/

const tooMany = () => new Refusal(503, 'Many pictures are being made right now. Try again in a minute.', undefined, 60)

/** Pictures of the content. Their names have a digest, so they never change. `waiting`: conversions that may wait. */
export async function media(
  app: FastifyInstance,
  { files, waiting = 29 }: { files: MediaFiles; waiting?: number },
): Promise<void> {
  const semaphore = new Semaphore({ atOnce: 1, waiting })
  const creating = new SingleFlight<void>()

  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.params['*']
    const kind = mediaPath.exec(path)?.[1]
    // A cache must not keep that there is none yet.
    reply.header('cache-control', 'no-store')
    if (!kind) throw notFound('This picture')
    const packed =
      kind === 'svg' && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE)
        ? await storedAs(files, `${path}.br`)
        : undefined
    const found = packed ?? (await storedAs(files, path)) ?? (await sharedPicture(path, request.log))
    if (!found) throw notFound('This picture')
    const etag = `"${found.contentLength.toString(36)}-${found.lastModified.getTime().toString(36)}"`
    if (kind === 'svg') reply.header('vary', 'accept-encoding')
    if (packed) reply.header('content-encoding', 'br')
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      // An SVG that is opened by itself is a document: it must neither run scripts nor load anything.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type(contentType(path)).header('content-length', found.contentLength)
    return reply.send(await files.getStream(packed ? `${path}.br` : path))
  })

  /** The JPEG `a.0123abcdef.og.jpg` of `a.0123abcdef.svg`, for sites that show links. Created on request. */
  async function sharedPicture(path: string, log: FastifyBaseLogger) {
    const stem = sharedPath.exec(path)?.[1]
    if (!stem) return undefined
    const source = await firstOf(pictureKinds.map((kind) => `${stem}.${kind}`))
    if (!source) return undefined
    const create = async () => files.put(path, await toShare(await readStored(files, source)))
    try {
      await creating.share(path, () => semaphore.run(create, tooMany))
      return await storedAs(files, path)
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ path, reason: (error as Error).message }, 'a picture cannot be created')
      return undefined
    }
  }

  async function firstOf(names: string[]): Promise<string | undefined> {
    for (const name of names) if (await files.exists(name)) return name
    return undefined
  }
}

const sharedPath = /^(.+\.[0-9a-f]{10})\.og\.jpg$/
/** The size that sites crop link pictures to, and that `PageMeta` declares. */
const SHARED_SIZE = { width: 1200, height: 630 }

const toShare = (picture: Buffer) =>
  sharp(picture)
    .resize({ ...SHARED_SIZE, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
