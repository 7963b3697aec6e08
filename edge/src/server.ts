import path from 'node:path'
import { makeFolder } from '@marram/files/make-folder'
import { createServer } from '@marram/server/create-server'
import { createLog, type Logger } from '@marram/server/log'
import { createMetrics } from '@marram/server/metrics'
import type { RunningService } from '@marram/server/run-service'
import { Compositions } from './compositions/compositions'
import { registerCrawlerFiles } from './crawlers/crawler-files'
import { boundConnections } from './http/bound-connections'
import { commonHeaders, headersFor, headersOfPages } from './http/common-headers'
import { registerConsoleRedirect } from './http/console-redirect'
import { fileRights } from './http/file-rights'
import { registerLiveReload, registerOwnComposition } from './http/open-tabs'
import { registerProxies } from './http/proxies'
import { releaseFileHandler } from './http/release-files'
import { serializeRequests } from './http/serialize-requests'
import { ContentWatch } from './pages/content-watch'
import { PageCache } from './pages/page-cache'
import type { PageDocument } from './pages/page-document'
import { pagePipeline } from './pages/page-pipeline'
import { fastPath, PAGES, sendPage } from './pages/send-page'
import { registerPreviews } from './previews/previews'
import { ReleaseSources } from './releases/dev-sources'
import { DiscoveryFeed } from './releases/discovery-feed'
import { EverLive } from './releases/ever-live'
import { removeRegularly } from './releases/old-copies'
import { ReleaseStore } from './releases/release-store'
import { RenderPool } from './rendering/render-pool'
import { refuse, refuseToTake } from './requests/error-pages'
import { logFields, type PageRecord, recordOf } from './requests/page-record'
import type { EdgeSettings } from './settings'
import { registerDiagnostics } from './telemetry/diagnostics'
import { registerEvidence } from './telemetry/evidence'
import { MOST_REPORT_BYTES, reportHandler } from './telemetry/fault-reports'
import { Faults, renderFault, renderReports } from './telemetry/faults'
import { documentHealth, measureDocument, UploadsHealth } from './telemetry/health'
import { PageLoads, PageMetrics } from './telemetry/page-metrics'
import { countViolations, registerPolicyReports } from './telemetry/policy-reports'
import { ReadableStacks } from './telemetry/readable-stacks'
import { RegistryClient } from './telemetry/registry-client'

/** The server that visitors talk to. Starts with or without registry and API; `/healthz` says when pages can be served. */
export async function startEdge(
  settings: EdgeSettings,
  metrics = createMetrics(),
  log: Logger = createLog('edge'),
): Promise<RunningService> {
  const folder = path.resolve(settings.MARRAM_DATA, 'edge')
  makeFolder(folder)
  const releases = path.join(folder, 'releases')
  const store = new ReleaseStore(releases, settings.RELEASES_URL, settings.RELEASES_TOKEN)
  const everLive = new EverLive({ ...settings, folder, log })
  if (!settings.RELEASES_TOKEN)
    log.warn('without RELEASES_TOKEN this edge can show no previews of releases that were never live')
  const stacks = new ReadableStacks({
    loadMap: settings.RELEASES_TOKEN === undefined ? undefined : (...file) => store.sourceMap(...file),
    log,
  })
  const faults = new Faults({
    log,
    stacks,
    metrics,
    versionIn: (composition, part) => compositions.versionIn(composition, part),
    knows: (part, version) => compositions.knows(part, version),
  })
  const pool = new RenderPool({
    processes: settings.RENDER_PROCESSES,
    memoryMb: settings.RENDER_MEMORY_MB,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
    folder: releases,
    log,
    onReport: renderReports(faults, log),
  })
  pool.start()
  const releaseSources = new ReleaseSources(store, {
    folder: path.join(releases, '_dev-sources'),
    allowed: settings.PREVIEW_HOSTS,
  })
  const compositions = new Compositions({
    store: releaseSources,
    pool,
    settings,
    log,
    onUnusable: (release) => faults.count('server', { kind: 'release', ...release }),
  })
  const content = new ContentWatch({ apiHost: settings.API_HOST, pollMs: settings.CONTENT_POLL_MS, log })
  const cache = new PageCache<PageDocument>({
    mostBytes: settings.PAGE_CACHE_BYTES,
    briefMs: settings.PAGE_FRESH_MS,
    content,
  })
  const loads = new PageLoads<PageRecord>((record, times) => {
    pageMetrics.sent(record, times)
    countPage(record, times)
  })
  const settle = () => loads.settle()
  const pageMetrics = new PageMetrics(metrics, { cache, pool, settle })
  const { app, isEnding, idOf, record, useFastPath } = createServer({
    log,
    metrics,
    trustedProxies: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_MS,
    sendProblem: ({ status }, request, reply) => refuse(request, reply, status),
    notFound: refuseToTake,
    headers: commonHeaders(settings),
    headersFor: headersFor(settings),
    logMore: (request) => {
      const page = recordOf(request)
      return page ? logFields(page) : {}
    },
    fastify: {
      logger: false,
      connectionTimeout: settings.CONNECTION_TIMEOUT_MS,
      requestTimeout: settings.REQUEST_TIMEOUT_MS,
      rewriteUrl: ({ url = '/' }) => withoutHost(url),
      // A page goes out at once, as with later versions of Node.
      http: { highWaterMark: 65_536 },
    },
  })
  boundConnections(app.server, settings, log)
  pageMetrics.countPages(app)
  serializeRequests(app)

  const live = settings.LIVE_RELOAD ? registerLiveReload(app) : undefined
  const feed = new DiscoveryFeed(
    {
      url: `${settings.RELEASES_URL}/releases/environments/${settings.MARRAM_ENVIRONMENT}/discovery.json`,
      folder,
      pollMs: settings.DISCOVERY_POLL_MS,
      log,
    },
    async (document) => {
      // Before a visitor has a page that names its files.
      everLive.learn(document)
      const { id } = await compositions.useDocument(document)
      live?.announce(id)
    },
  )

  measureDocument(metrics, feed)
  const uploads = new UploadsHealth(settings.API_HOST)
  app.get('/healthz', (_request, reply) =>
    compositions.ready && !isEnding()
      ? reply.send({ code: 200, message: 'ok', ...documentHealth(feed), ...uploads.look() })
      : reply.code(503).send({ code: 503, message: 'No page can be served yet.' }),
  )
  const previews = registerPreviews(app, { compositions, devSources: releaseSources, settings, log })
  const rights = fileRights({ everLive, previews, registry: settings.RELEASES_URL })
  app.get('/releases/files/:part/:version/*', releaseFileHandler(releaseSources, log, rights, previews.mayHave))
  const registry = new RegistryClient(settings, log)
  const noteReport = registerDiagnostics(app, { compositions, previews, feed, registry, log })
  app.post('/releases/reports', { bodyLimit: MOST_REPORT_BYTES }, reportHandler(faults, noteReport))
  registerPolicyReports(app, {
    patterns: async () => (await compositions.forVisitor('')).pages.map(({ page }) => page.pattern),
    log,
    onViolation: countViolations(metrics),
  })
  const countPage = registerEvidence(app, { compositions, registry, log, content, settle })
  registerOwnComposition(app, { compositions })
  registerCrawlerFiles(app, { compositions, settings, log })
  registerConsoleRedirect(app, settings)
  await registerProxies(app, settings, log)
  const pages = pagePipeline({
    compositions,
    pool,
    settings,
    cache,
    registry: feed,
    hasPreview: previews.isFollowed,
    onRendered: (...rendered) => pageMetrics.rendered(...rendered),
    onUnrendered: (page, error) =>
      void faults.report('server', renderFault(page, error), 'a page was not rendered: sending the app shell'),
    commonHeaders: headersOfPages(settings),
    extraTags: live?.tag,
  })
  app.get(PAGES, (request, reply) =>
    previews.show(request, reply, async (preview) => sendPage(request, reply, await pages.respond(request, preview))),
  )
  useFastPath(
    fastPath({
      pages,
      idOf,
      onSent(sent, page) {
        record(sent, () => logFields(page))
        loads.add(page)
      },
    }),
  )

  await Promise.all([content.start(), everLive.start()])
  await feed.start()
  const cleaning = removeRegularly({
    copies: () => [{ folder: releases, store }, ...releaseSources.copies()],
    aside: path.join(releases, '_removed'),
    days: settings.KEEP_COPIES_DAYS,
    inUse: () => compositions.inUse(),
    log,
  })
  // Last: a proxy takes who listens for who can answer.
  const url = await app.listen({
    port: settings.PORT,
    host: settings.BIND,
    // In a crowd the system drops whom it cannot queue, and they try again a second later.
    backlog: settings.MAX_CONNECTIONS,
  })
  return {
    url,
    async close() {
      await app.close()
      feed.stop()
      content.stop()
      pool.stop()
      stacks.stop()
      cleaning.stop()
      await everLive.stop()
    },
  }
}

/** A proxy may send the whole URL; its host is not used. */
const withoutHost = (url: string) => {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest
}
