import { z } from 'zod'
import * as address from './addresses'
import * as answers from './answers'
import type { App, Registry } from './app'
import { callerOf } from './authorize'
import { completeUpload } from './complete-upload'
import { documentedForHolders } from './document'
import { lookAtNew } from './gate/keep-current'
import { MAX_FILE_SIZE } from './manifest'
import { Refusal } from './refusal'
import { beginUpload, receiveFile } from './uploads'

const MAX_MANIFEST_SIZE = 8 * 1024 * 1024
const config = { action: 'publish' } as const

/** Publishing in three steps that can each be repeated: release.json, its files, completion. */
export function uploadRoutes(app: App, registry: Registry): void {
  // Digests are of bytes, so bodies stay bytes, whatever they are called.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const part = z.object({ part: address.part })
  app.post(
    '/releases/parts/:part/versions',
    {
      config,
      schema: {
        ...documentedForHolders('beginUpload', 'Publish, step 1: send release.json', answers.upload, 200, 201),
        params: part,
      },
      bodyLimit: MAX_MANIFEST_SIZE,
    },
    async (request, reply) => {
      const upload = { ...registry, part: request.params.part }
      const progress = await beginUpload(upload, bytesOf(request.body), callerOf(request).name)
      return reply.code(progress.complete ? 200 : 201).send(progress)
    },
  )

  const version = part.extend({ version: address.version })
  app.put(
    '/releases/parts/:part/versions/:version/files/*',
    {
      config,
      schema: {
        ...documentedForHolders('sendFile', 'Publish, step 2: send each missing file', answers.nothing, 204),
        params: version.extend({ '*': z.string() }),
      },
      bodyLimit: MAX_FILE_SIZE,
    },
    async (request, reply) => {
      const { part, version, '*': path } = request.params
      await receiveFile({ ...registry, part }, version, path, bytesOf(request.body))
      return reply.code(204).send()
    },
  )

  app.post(
    '/releases/parts/:part/versions/:version/complete',
    {
      config,
      schema: {
        ...documentedForHolders('completeUpload', 'Publish, step 3: make the release visible', answers.completed),
        params: version,
      },
    },
    async (request, reply) => {
      const { part, version } = request.params
      const by = callerOf(request).name
      const done = await completeUpload({ ...registry, part }, { version, by, integrity: meant(request.body) })
      if (done.changed) lookAtNew(registry, { part, version })
      return reply.send({ part, version, ...done })
    },
  )
}

/** An empty file has no body at all. */
const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

const completion = z.object({ integrity: z.string().optional() })

function meant(body: unknown): string | undefined {
  const text = Buffer.from(bytesOf(body)).toString()
  if (text === '') return undefined
  try {
    return completion.parse(JSON.parse(text)).integrity
  } catch {
    throw new Refusal('invalid', 'The body may be empty or {"integrity": "the digest of release.json"}.')
  }
}
