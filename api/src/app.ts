import jwt from '@fastify/jwt'
import { serializerCompiler } from '@fastify/type-provider-zod'
import { createServer } from '@marram/server/create-server'
import type { Logger } from '@marram/server/log'
import { createMetrics, type Metrics } from '@marram/server/metrics'
import { compileValidator } from '@marram/server/validate'
import { accessTokenOptions, accessTokens } from './accounts/access-tokens'
import { refreshKey } from './accounts/refresh-tokens'
import { tokenSecret } from './accounts/tokens'
import { media } from './content/media'
import { watchContentRevision } from './content/revision'
import type { Db } from './database/schema'
import type { Folders } from './folders'
import { createHandlers } from './handlers'
import type { Context } from './http/call'
import { collectApiDocument, docs } from './http/docs'
import { fastPath } from './http/fast-path'
import { health } from './http/health'
import { readOnlyJson } from './http/json-bodies'
import { limitedCalls } from './http/limited-calls'
import { ownProblem, sendNotFound, sendProblem } from './http/problems'
import { publicReads } from './http/public-reads'
import { rateLimits } from './http/rate-limit'
import { createResponseCache } from './http/response-cache'
import { operator } from './operator/routes'
import type { ApiSettings } from './settings'
import { freeDisk } from './uploads/free-disk'
import { countRefusedUploads, uploadQuota } from './uploads/quota'
import { imageReader } from './uploads/read-image'
import { type UploadFiles, uploadsAt } from './uploads/upload-files'
import { openUploads } from './uploads/uploads'

export type AppOptions = {
  db: Db
  engine: string
  settings: ApiSettings
  folders: Folders
  uploadFiles: UploadFiles
  log: Logger
  /** Secret of the command line. */
  operatorToken: string
  /** Tells two states of this program apart. */
  code: string
  metrics?: Metrics
  /** Overridden by tests. */
  today?: () => string
  now?: () => Date
}

/** The API on an open database, ready to listen or to be injected into. */
export async function buildApp({
  db,
  engine,
  settings,
  folders,
  uploadFiles,
  log,
  operatorToken,
  code,
  metrics = createMetrics(),
  today = utcDay,
  now = currentTime,
}: AppOptions) {
  const { app, isEnding, idOf, record, useFastPath } = createServer({
    log,
    metrics,
    trustedProxies: settings.API_TRUSTED_PROXIES,
    drainMs: settings.DRAIN_MS,
    sendProblem,
    problemOf: ownProblem,
    notFound: sendNotFound,
    fastify: {
      bodyLimit: settings.API_BODY_LIMIT,
      requestTimeout: settings.API_REQUEST_TIMEOUT_MS,
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    },
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  readOnlyJson(app)

  const secret = tokenSecret(settings.API_TOKEN_SECRET, folders.service)
  await app.register(jwt, accessTokenOptions(secret))
  const revision = watchContentRevision(db, today, code)
  const onRefused = countRefusedUploads(metrics)
  const uploadLimits = { client: settings.API_UPLOADS_CLIENT_BYTES, all: settings.API_UPLOADS_ALL_BYTES }
  const quota = uploadQuota({ db, limits: uploadLimits, secret, onRefused })
  // A bucket has room of its own.
  const disk = settings.API_UPLOADS
    ? undefined
    : freeDisk({ folder: folders.uploads, floor: settings.API_FREE_DISK_BYTES, metrics, onRefused })
  const handlers = createHandlers({
    readImage: imageReader({
      bytes: settings.API_IMAGE_BYTES,
      pixels: settings.API_IMAGE_PIXELS,
      waiting: settings.API_IMAGES_WAITING,
    }),
    loginLimit: { failures: settings.API_LOGIN_FAILURES, minutes: settings.API_LOGIN_MINUTES },
    uploads: openUploads({ db, files: uploadFiles, quota, disk, log: app.log }),
    tokens: { access: accessTokens(app.jwt, now), refreshKey: refreshKey(secret) },
  })
  const context: Context = { db, today, now, log: app.log }

  await collectApiDocument(app)
  const cache = createResponseCache(settings.API_CACHE_BYTES, metrics)
  const ready = fastPath({
    cache,
    revision,
    idOf,
    onSent: record,
  })
  useFastPath(ready.respond)
  const limits = await rateLimits(app, settings.API_RATE_LIMIT)
  await app.register(publicReads, { handlers, context, limits, revision, cache, onReady: ready.note })
  await app.register(limitedCalls, { handlers, context, settings, limits })
  await app.register(docs)
  await app.register(media, { folder: folders.media, waiting: settings.API_PICTURES_WAITING })
  await app.register(health, { db, engine, revision, disk, isEnding })
  const uploads = uploadsAt(settings.API_UPLOADS, folders)
  await app.register(operator, { db, mediaFolder: folders.media, uploads, revision, token: operatorToken })
  return app
}

const currentTime = () => new Date()
const utcDay = () => currentTime().toISOString().slice(0, 10)
