import jwt from '@fastify/jwt'
import { clientNetwork } from '@marram/server/client-network'
import { ENDING } from '@marram/server/drain'
import { type DiskState, type FreeDisk, freeDisk } from '@marram/server/free-disk'
import { HeldRequests } from '@marram/server/held-requests'
import type { Logger } from '@marram/server/log'
import { createMetrics, type Metrics } from '@marram/server/metrics'
import { EDGE_TOKEN } from '@marram/server/request-id'
import { within } from '@marram/server/within'
import { sql } from 'drizzle-orm'
import { devices } from './accounts/devices'
import { ATTEMPT_LIMIT, attempts } from './accounts/failed-attempts'
import { accountHandlers } from './accounts/handlers'
import { identity } from './accounts/identity'
import { passwordResetHandlers } from './accounts/password-reset'
import {
  accessTokenOptions,
  accessTokens,
  isSame,
  keyedDigest,
  keyFor,
  mailKey,
  refreshKey,
  tokenSecret,
} from './accounts/tokens'
import { commentHandlers } from './comments/handlers'
import { contentHandlers } from './content/handlers'
import { type MediaFiles, media } from './content/media'
import { CONTENT_CHANGED, watchContentRevision } from './content/revision'
import type { Db } from './database/schema'
import { eventHandlers, whyClosed } from './events/handlers'
import type { Folders } from './folders'
import { formHandlers } from './forms/handlers'
import type { Context, Handlers } from './http/call'
import { collectApiDocument, docs } from './http/docs'
import { fastPath } from './http/fast-path'
import { createResponseCache } from './http/response-cache'
import { routes } from './http/routes'
import { createApiServer } from './http/server'
import { outboxOf } from './mail/outbox'
import { newsletterHandlers } from './newsletter/handlers'
import { oneClick } from './newsletter/leave'
import { operator } from './operator/operate'
import { ownThingsHandlers } from './people/own-things'
import { quizHandlers } from './quiz/handlers'
import { searchHandlers } from './search/handlers'
import type { ApiSettings } from './settings'
import { imageReader } from './uploads/read-image'
import { type UploadFiles, uploadsAt } from './uploads/upload-files'
import { openUploads } from './uploads/uploads'

/** A /24 of IPv4, a /48 of IPv6: attackers can cheaply use many addresses of one range. */
const widerNetwork = (address: string) => clientNetwork(address).split(/[.:]/).slice(0, 3).join('.')

const CACHE_BYTES = 64 * 1024 * 1024

const uploadsIn: Record<DiskState, string> = {
  ok: 'taken',
  low: 'taken',
  full: 'refused: too little disk is free',
  unknown: 'refused: the disk does not respond',
}

const isEdge = (given: unknown, { API_EDGE_TOKEN: wanted }: ApiSettings) =>
  wanted !== undefined && typeof given === 'string' && isSame(given, wanted)

export type AppOptions = {
  db: Db
  listen: (channel: string, onNotified: () => void) => Promise<void>
  engine: string
  settings: ApiSettings
  folders: Folders
  uploadFiles: UploadFiles
  mediaFiles: MediaFiles
  log: Logger
  /** Secret of the command line. */
  operatorToken: string
  /** Changes with this program's sources. */
  code: string
  metrics?: Metrics
  /** Overridden by tests. */
  today?: () => string
  now?: () => Date
  disk?: FreeDisk
  attemptLimit?: typeof ATTEMPT_LIMIT
}

/** The API on an open database, ready to listen or for `inject`. */
export async function buildApp(options: AppOptions) {
  const { db, engine, settings, folders, uploadFiles, mediaFiles, log, operatorToken, code } = options
  const { metrics = createMetrics(), attemptLimit = ATTEMPT_LIMIT } = options
  const { today = () => new Date().toISOString().slice(0, 10), now = () => new Date() } = options
  const { app, isEnding, idOf, record, useFastPath } = createApiServer({
    log,
    metrics,
    // Not by address: any process on the edge's machine could claim any client address.
    trustedProxies: { proves: ({ headers }) => isEdge(headers[EDGE_TOKEN], settings) },
    drainMs: settings.DRAIN_MS,
  })
  const secret = tokenSecret(settings.API_TOKEN_SECRET, folders.service)
  await app.register(jwt, accessTokenOptions(secret))
  const revision = watchContentRevision(db, today, code)
  const held = new HeldRequests()
  await options.listen(CONTENT_CHANGED, () => {
    revision.expire()
    held.changed()
  })
  app.addHook('preClose', async () => held.end())
  const limits = { client: settings.API_UPLOADS_CLIENT_BYTES, all: settings.API_UPLOADS_ALL_BYTES }
  const { disk = freeDisk(folders.service, metrics) } = options
  // A bucket does not use this disk.
  const uploadsDisk = settings.API_UPLOADS ? undefined : disk
  const uploads = openUploads({ db, files: uploadFiles, secret, limits, disk: uploadsDisk, metrics, log: app.log })
  const tokens = { access: accessTokens(app.jwt, now), refreshKey: refreshKey(secret) }
  const sourceKey = keyFor(secret, 'failed attempts')
  const countAttempt = attempts(db, sourceKey, attemptLimit)
  const who = identity(tokens, countAttempt)
  const known = devices(keyFor(secret, 'devices'))
  const outbox = outboxOf(settings, mailKey(secret))
  const handlers: Handlers = {
    ...contentHandlers,
    ...eventHandlers,
    ...formHandlers({ readImage: imageReader(), uploads, who, outbox, whyClosed }),
    ...quizHandlers,
    ...searchHandlers,
    ...accountHandlers({
      tokens,
      who,
      known,
      countAttempt,
      networkOf: (address = '') => `network ${keyedDigest(sourceKey, widerNetwork(address))}`,
    }),
    ...passwordResetHandlers(keyFor(secret, 'forgotten passwords'), known, outbox),
    ...ownThingsHandlers(who, uploadFiles, outbox),
    ...commentHandlers(who),
    ...newsletterHandlers(outbox),
  }
  const context: Context = { db, today, now }

  await collectApiDocument(app)
  const cache = createResponseCache(CACHE_BYTES, metrics)
  const fast = fastPath({ cache, revision, idOf, onSent: record })
  useFastPath(fast.respond)
  const perMinute = settings.API_RATE_LIMIT
  await app.register(routes, { handlers, context, perMinute, revision, held, cache, onSent: fast.note })
  if (outbox) await app.register(oneClick, { db, outbox, perMinute })
  await app.register(docs)
  await app.register(media, { files: mediaFiles })
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    if (isEnding()) return reply.code(503).send(ENDING)
    try {
      await within(2_000, db.execute(sql`select 1`))
      // A nearly full disk does not make the service unhealthy: this is a warning before images are refused.
      const shown = await disk.health()
      const uploads = uploadsDisk ? uploadsIn[shown.state] : 'taken'
      return reply.send({ code: 200, message: 'ok', engine, revision: await revision.current(), uploads, disk: shown })
    } catch {
      return reply.code(503).send({ code: 503, message: 'The database does not respond.' })
    }
  })
  await app.register(operator, {
    ...{ db, media: mediaFiles, uploads: uploadsAt(settings.API_UPLOADS, folders), uploadFiles },
    ...{ outbox, revision, token: operatorToken },
  })
  return app
}
