import path from 'node:path'
import { makeFolder } from '@marram/files/make-folder'
import { createServer } from '@marram/server/create-server'
import { createLog, type Logger } from '@marram/server/log'
import { createMetrics } from '@marram/server/metrics'
import type { RunningService } from '@marram/server/run-service'
import { boundConnections } from './bound-connections'
import { commonHeaders, headersFor } from './common-headers'
import { Compositions } from './compositions'
import { registerConsoleWay } from './console-way'
import { ContentWatch } from './content-watch'
import { registerCrawlerFiles } from './crawler-files'
import { DiscoveryFeed } from './discovery-feed'
import { documentHealth, measureDocument } from './document-health'
import type { EdgeSettings } from './environment'
import { EverLive } from './ever-live'
import { registerEvidence } from './evidence'
import { registerFacts } from './facts'
import { Faults } from './faults'
import { fileRights } from './file-rights'
import { registerLiveReload } from './live-reload'
import { ReleasesAndMachines } from './machines'
import { removeRegularly } from './old-copies'
import { registerOwnComposition } from './own-composition'
import { PageCache } from './page-cache'
import type { PageDocument } from './page-document'
import { factsOf, pageFacts } from './page-facts'
import { pageHandler } from './page-handler'
import { PageLoads } from './page-loads'
import { PageMetrics } from './page-metrics'
import { refuse, refuseToTake } from './plain-answer'
import { countViolations, registerPolicyReports } from './policy-reports'
import { registerPreviews } from './previews/previews'
import { registerProxies } from './proxies'
import { ReadableStacks } from './readable-stacks'
import { type ReadyPage, readyPages } from './ready-pages'
import { RegistryTeller } from './registry-teller'
import { releaseFileHandler } from './release-files'
import { ReleaseStore } from './release-store'
import { RenderPool } from './rendering/render-pool'
import { renderReports } from './rendering/render-reports'
import { MOST_REPORT_BYTES, reportHandler } from './reports'
import { takeInTurn } from './take-in-turn'
import { UploadsHealth } from './uploads-health'

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
    store,
    registry: settings.RELEASES_URL,
    token: settings.RELEASES_TOKEN,
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
  const machines = new ReleasesAndMachines(store, {
    folder: path.join(releases, '_machines'),
    allowed: settings.PREVIEW_HOSTS,
  })
  const compositions = new Compositions({
    store: machines,
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
  const loads = new PageLoads<ReadyPage>(({ live, owner, page }, times) => {
    pages.answered(owner, page.origin, 'hit', times)
    countPage({ live, section: owner?.section, unusable: {} }, times)
  })
  const settle = () => loads.settle()
  const pages = new PageMetrics(metrics, { cache, pool, settle })
  const { app, isEnding, idOf, record, useFastPath } = createServer({
    log,
    metrics,
    trustedProxies: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_MS,
    sendProblem: ({ status }, request, reply) => refuse(request, reply, status),
    notFound: refuseToTake,
    headers: commonHeaders(settings),
    headersFor: headersFor(settings),
    logMore: pageFacts,
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
  pages.countAnswers(app)
  takeInTurn(app)

  const live = settings.LIVE_RELOAD ? registerLiveReload(app) : undefined
  const feed = new DiscoveryFeed(
    {
      url: `${settings.RELEASES_URL}/releases/environments/${settings.MARRAM_ENVIRONMENT}/discovery.json`,
      folder,
      pollMs: settings.DISCOVERY_POLL_MS,
      log,
    },
    async (document) => {
      // Before anybody has a page that names its files.
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
  const previews = registerPreviews(app, { compositions, machines, pool, settings, log })
  const rights = fileRights({ everLive, previews, registry: settings.RELEASES_URL })
  app.get('/releases/files/:part/:version/*', releaseFileHandler(machines, log, rights, previews.mayHave))
  const registry = new RegistryTeller(settings, log)
  const noteReport = registerFacts(app, { compositions, previews, feed, registry, log })
  app.post('/releases/reports', { bodyLimit: MOST_REPORT_BYTES }, reportHandler(faults, noteReport))
  registerPolicyReports(app, {
    patterns: async () => (await compositions.forVisitor('')).pages.map(({ page }) => page.pattern),
    log,
    onViolation: countViolations(metrics),
  })
  const countPage = registerEvidence(app, { compositions, registry, log, content, settle })
  registerOwnComposition(app, { compositions })
  registerCrawlerFiles(app, { compositions, settings, log })
  registerConsoleWay(app, settings)
  await registerProxies(app, settings, log)
  const shown = pageHandler({
    compositions,
    pool,
    settings,
    cache,
    registry: feed,
    faults,
    metrics: pages,
    extraTags: live?.tag,
  })
  app.get('/*', async (request, reply) => (await previews.show(request, reply)) ?? shown(request, reply))
  useFastPath(
    readyPages({
      compositions,
      cache,
      registry: feed,
      settings,
      idOf,
      onAnswered(answered, ready) {
        record(answered, () => factsOf(ready))
        loads.add(ready)
      },
    }),
  )

  await Promise.all([content.start(), everLive.start()])
  await feed.start()
  const cleaning = removeRegularly({
    copies: () => [{ folder: releases, store }, ...machines.copies()],
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

/** A proxy may send the whole URL; its host is nobody's business here. */
const withoutHost = (url: string) => {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest
}
