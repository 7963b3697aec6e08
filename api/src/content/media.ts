import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, type Stats } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentType } from '@marram/server/content-type'
import { acceptedEncoding, BROTLI_ALONE } from '@marram/server/encodings'
import { hasAlready } from '@marram/server/etag'
import { Semaphore } from '@marram/server/semaphore'
import { SingleFlight } from '@marram/server/single-flight'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { notFound, Refusal } from '../http/refusal'

export const pictureKinds = ['svg', 'jpg', 'jpeg', 'png', 'webp', 'avif']

/** No way out of the folder, no hidden files, a known kind. */
const mediaPath =
  /^(?:[a-z0-9][a-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(svg|jpe?g|png|webp|avif)$/

async function fileAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

const tooMany = () => new Refusal(503, 'Many pictures are being made right now. Try again in a minute.', undefined, 60)

/** Pictures of the content. Their names have a digest, so they never change. `waiting`: conversions that may wait. */
export async function media(
  app: FastifyInstance,
  { folder, waiting = 29 }: { folder: string; waiting?: number },
): Promise<void> {
  const semaphore = new Semaphore({ atOnce: 1, waiting })
  const creating = new SingleFlight<void>()

  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.params['*']
    const kind = mediaPath.exec(path)?.[1]
    if (!kind) throw notFound('This picture')
    const file = join(folder, path)
    const packed =
      kind === 'svg' && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE)
        ? await fileAt(`${file}.br`)
        : undefined
    const found = packed ?? (await fileAt(file)) ?? (await sharedPicture(path, request.log))
    if (!found) throw notFound('This picture')
    const etag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`
    if (kind === 'svg') reply.header('vary', 'accept-encoding')
    if (packed) reply.header('content-encoding', 'br')
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      // An SVG that is opened by itself is a document: it must neither run scripts nor load anything.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type(contentType(path)).header('content-length', found.size)
    return reply.send(createReadStream(packed ? `${file}.br` : file))
  })

  /** The JPEG `a.0123abcdef.og.jpg` of `a.0123abcdef.svg`, for sites that show links. Created on request. */
  async function sharedPicture(path: string, log: FastifyBaseLogger): Promise<Stats | undefined> {
    const stem = sharedPath.exec(path)?.[1]
    if (!stem) return undefined
    const originals = pictureKinds.map((kind) => join(folder, `${stem}.${kind}`))
    const source = originals.find((file) => existsSync(file))
    if (!source) return undefined
    const target = join(folder, path)
    try {
      await creating.share(path, () => semaphore.run(() => convert(source, target), tooMany))
      return await fileAt(target)
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ path, reason: (error as Error).message }, 'a picture cannot be created')
      return undefined
    }
  }
}

const sharedPath = /^(.+\.[0-9a-f]{10})\.og\.jpg$/
/** The size that sites crop link pictures to, and that `PageMeta` declares. */
const SHARED_SIZE = { width: 1200, height: 630 }

async function convert(source: string, target: string): Promise<void> {
  const shared = sharp(source)
    .resize({ ...SHARED_SIZE, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
  await writeWhole(target, await shared.toBuffer())
}

/** Renamed when it is whole, so that no request gets half a picture. Several processes may write it at once. */
export async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const aside = `${file}.${randomUUID()}.part`
  await writeFile(aside, bytes)
  await rename(aside, file)
}
