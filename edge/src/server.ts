import path from 'node:path'
import { answerBrokenRequests, brokenRequests } from '@marram/service/broken-requests'
import { createLog } from '@marram/service/log'
import { makeFolder } from '@marram/service/make-folder'
import type { RunningService } from '@marram/service/run-service'
import { readUnreadBodies } from '@marram/service/unread-bodies'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Compositions } from './compositions'
import { registerCrawlerFiles } from './crawler-files'
import { DiscoveryFeed } from './discovery-feed'
import type { EdgeSettings } from './environment'
import { registerLiveReload } from './live-reload'
import { pageHandler } from './page-handler'
import { refuse, refuseToTake } from './plain-answer'
import { registerProxies } from './proxies'
import { releaseFileHandler } from './release-files'
import { ReleaseStore } from './release-store'
import { RenderPool } from './render-pool'
import { reportHandler } from './reports'
import { takeInTurn } from './take-in-turn'

/** The server that visitors talk to. Starts with or without registry and API; `/healthz` says when pages can be served. */
export async function startEdge(settings: EdgeSettings): Promise<RunningService> {
  const log = createLog('edge')
  const folder = path.resolve(settings.MARRAM_DATA, 'edge')
  makeFolder(folder)
  const releases = path.join(folder, 'releases')
  const store = new ReleaseStore(releases, settings.RELEASES_URL)
  const pool = new RenderPool({
    processes: settings.RENDER_PROCESSES,
    memoryMb: settings.RENDER_MEMORY_MB,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
    folder: releases,
    log,
  })
  const compositions = new Compositions({ store, pool, settings, log })
  const app = Fastify({
    trustProxy: settings.TRUST_PROXY,
    logger: false,
    forceCloseConnections: 'idle',
    requestTimeout: settings.REQUEST_TIMEOUT_MS,
    rewriteUrl: ({ url = '/' }) => withoutHost(url),
    // An address that cannot be decoded never reaches a route or the error handler below.
    frameworkErrors: (error, request, reply) =>
      void refuse(request as FastifyRequest, reply as FastifyReply, error.statusCode ?? 400),
    ...brokenRequests,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  })
  app.server.maxConnections = settings.MAX_CONNECTIONS
  takeInTurn(app)
  answerBrokenRequests(app)
  readUnreadBodies(app)

  const live = settings.LIVE_RELOAD ? registerLiveReload(app) : undefined
  const feed = new DiscoveryFeed(
    {
      url: `${settings.RELEASES_URL}/releases/environments/${settings.MARRAM_ENVIRONMENT}/discovery.json`,
      folder,
      pollMs: settings.DISCOVERY_POLL_MS,
      log,
    },
    async (document) => {
      const { id } = await compositions.useDocument(document)
      live?.announce(id)
    },
  )

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 503
    if (status === 503) log.error({ reason: error.message, method: request.method }, 'a request failed')
    return refuse(request, reply, status)
  })
  app.get('/healthz', (_request, reply) =>
    compositions.ready
      ? reply.send({ code: 200, message: 'ok' })
      : reply.code(503).send({ code: 503, message: 'No page can be served yet.' }),
  )
  app.get('/releases/files/:part/:version/*', releaseFileHandler(store, log))
  app.post('/releases/reports', { bodyLimit: 4096 }, reportHandler(log))
  registerCrawlerFiles(app, { compositions, settings, log })
  await registerProxies(app, settings, log)
  app.get('/*', pageHandler({ compositions, pool, settings, log, extraTags: live?.tag }))
  app.setNotFoundHandler(refuseToTake)

  const url = await app.listen({ port: settings.PORT, host: settings.BIND })
  await pool.start()
  await feed.start()
  return {
    url,
    async close() {
      feed.stop()
      await app.close()
      pool.stop()
    },
  }
}

/** A proxy may send the whole URL; its host is nobody's business here. */
const withoutHost = (url: string) => {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest
}
