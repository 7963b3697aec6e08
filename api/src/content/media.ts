import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptedEncoding, BROTLI_ALONE } from '@marram/server/encodings'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { notFound, Refusal } from '../http/refusal'
import { sharedPictures } from './shared-picture'

export const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** No way out of the folder, no hidden files, a known kind. */
const mediaPath =
  /^(?:[a-z0-9][a-z0-9_-]*\/)*[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.(svg|jpe?g|png|webp|avif)$/

async function fileAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

/** Pictures of the content. Their names carry a digest, so they never change and may be kept for ever. */
export async function media(
  app: FastifyInstance,
  { folder, waiting }: { folder: string; waiting: number },
): Promise<void> {
  const shared = sharedPictures(folder, waiting)
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.params['*']
    const kind = mediaPath.exec(path)?.[1]
    const file = join(folder, path)
    const packed =
      kind === 'svg' && acceptedEncoding(request.headers['accept-encoding'], BROTLI_ALONE)
        ? await fileAt(`${file}.br`)
        : undefined
    const found = packed ?? (kind ? ((await fileAt(file)) ?? (await made(path, request.log))) : undefined)
    if (!kind || !found) throw notFound('This picture')
    const etag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`
    if (kind === 'svg') reply.header('vary', 'accept-encoding')
    if (packed) reply.header('content-encoding', 'br')
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      // An SVG that is opened on its own is a document: it may neither run scripts nor load anything.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type(mediaTypes[kind] as string).header('content-length', found.size)
    return reply.send(createReadStream(packed ? `${file}.br` : file))
  })

  async function made(path: string, log: FastifyBaseLogger): Promise<Stats | undefined> {
    try {
      return (await shared.make(path)) ? await fileAt(join(folder, path)) : undefined
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ path, reason: (error as Error).message }, 'a picture cannot be made')
      return undefined
    }
  }
}
