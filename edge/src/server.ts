import { hostname } from 'node:os'
import path from 'node:path'
import { makeFolder } from '@marram/files/make-folder'
import { addressOf } from '@marram/release-contract/call'
import { environmentCalls } from '@marram/release-contract/calls/environments'
import { apiCaller } from '@marram/rendering/api-calls'
import { POLICY_REPORTS } from '@marram/rendering/content-security-policy'
import { sandboxReport } from '@marram/rendering/processes'
import { createServer } from '@marram/server/create-server'
import { etagOf, hasAlready } from '@marram/server/etag'
import { freeDisk, lookAt } from '@marram/server/free-disk'
import { createLog } from '@marram/server/log'
import { createMetrics } from '@marram/server/metrics'
import type { RunningService } from '@marram/server/run-service'
import { Compositions } from './compositions/compositions'
import { registerCrawlerFiles } from './crawlers/crawler-files'
import { boundConnections, serializeRequests } from './http/connections'
import { siteHeaders } from './http/headers'
import { registerConsoleRedirect, registerProxies } from './http/proxies'
import { ContentWatch } from './pages/content-watch'
import { PageCache } from './pages/page-cache'
import type { PageDocument } from './pages/page-document'
import { pagePipeline } from './pages/page-pipeline'
import { SharedCaches, variantHeaders } from './pages/shared-caches'
import { previewOrigin } from './previews/preview-origin'
import { reloadTag } from './previews/preview-pages'
import { registerPreviews } from './previews/previews'
import { DeltaEncoder } from './release-files/delta-encoder'
import { Deltas } from './release-files/deltas'
import { fileRights } from './release-files/file-rights'
import { releaseFileHandler } from './release-files/release-files'
import { DiscoveryFeed } from './releases/discovery-feed'
import { EdgeTrust } from './releases/edge-trust'
import { EverLive } from './releases/ever-live'
import { ReleaseSources } from './releases/release-sources'
import { ReleaseStore } from './releases/release-store'
import { RenderPool } from './rendering/render-pool'
import { refuse, refuseToTake, refuseWith } from './requests/error-pages'
import { fastPath, logFields, PAGES, type PageRecord, recordOf, sendPage } from './requests/page-response'
import { visitorOf } from './requests/visitor'
import { type EdgeSettings, edgeLimits, edgeProof, isOwnApi } from './settings'
import { registerDiagnostics } from './telemetry/diagnostics'
import { registerEvidence } from './telemetry/evidence'
import { Faults, MOST_REPORT_BYTES, renderFault, renderReports, reportHandler } from './telemetry/faults'
import { documentHealth, measureDocument, measureTrust, trustHealth } from './telemetry/health'
import { PageLoads, PageMetrics } from './telemetry/page-metrics'
import { registerPolicyReports } from './telemetry/policy-reports'
import { ReadableStacks, throwingSection } from './telemetry/readable-stacks'
import { RegistryClient } from './telemetry/registry-client'

/** Starts with or without registry and API; `/healthz` responds with 200 when pages can be served. */
export async function startEdge(
  settings: EdgeSettings,
  {
    metrics = createMetrics(),
    log = createLog('edge'),
    limits: given = {} as Partial<typeof edgeLimits>,
    lookAtDisk = lookAt,
  } = {},
): Promise<RunningService & { previews: string }> {
  const limits = { ...edgeLimits, ...given }
  const folder = path.resolve(settings.MARRAM_DATA, 'edge')
  makeFolder(folder)
  let trustChanges = 0
  const trust = new EdgeTrust({ ...settings, folder, log }, async () => {
    // In the same moment: whatever is loaded from now on is checked again.
    trustChanges += 1
    store.forgetAll()
    await compositions.trustChanged()
    void caches.changed()
  })
  const { RELEASES_URL, RELEASES_TOKEN } = settings
  const store = new ReleaseStore(path.join(folder, 'releases'), RELEASES_URL, RELEASES_TOKEN, false, (release) =>
    trust.demandSigned(release),
  )
  const everLive = new EverLive({ ...settings, folder, log })
  const stacks = new ReadableStacks({
    loadMap: settings.RELEASES_TOKEN === undefined ? undefined : (...file) => store.sourceMap(...file),
    log,
  })
  const faults = new Faults({
    log,
    stacks,
    metrics,
    versionIn: (composition, part) => compositions.versionsIn(composition)?.[part],
    knows: (part, version) => compositions.knows(part, version),
  })
  const pool = new RenderPool({
    processes: settings.RENDER_PROCESSES,
    memoryMb: limits.renderMemoryMb,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
    folder: store.folder,
    log,
    callApi: apiCaller(settings.API_HOST, edgeProof(settings)),
    onReport: renderReports(faults, log),
  })
  pool.start()
  const { level, sandbox, message } = sandboxReport()
  log[level]({ sandbox }, message)
  if (!isOwnApi(settings))
    log.warn(
      { api: settings.API_HOST },
      'API_EDGE_TOKEN is not set, so this API counts as foreign. If it is our own, give edge and API the same token: until then all visitors share one limit of calls, and images come from its host',
    )
  const releases = new ReleaseSources(store, settings.PREVIEW_HOSTS)
  const caches = new SharedCaches({ urls: settings.CACHE_URLS, log })
  const compositions = new Compositions({
    store: releases,
    admit: (release) => trust.admit(release),
    pool,
    settings,
    log,
    // Later than the document that names it, where a release was not ready yet.
    onOpened: () => void caches.changed(),
    onUnusable: (release) => faults.count('server', { kind: 'release', ...release }),
  })
  const content = new ContentWatch({
    apiHost: settings.API_HOST,
    headers: edgeProof(settings),
    pollMs: limits.contentPollMs,
    log,
    onChange: () => void caches.changed(),
  })
  const cache = new PageCache<PageDocument>({
    mostBytes: settings.PAGE_CACHE_BYTES,
    briefMs: limits.pageFreshMs,
    content,
  })
  const loads = new PageLoads<PageRecord>((record, times) => {
    pageMetrics.sent(record, times)
    countPage(record, times)
  })
  const settle = () => loads.settle()
  const pageMetrics = new PageMetrics(metrics, { cache, pool, settle })
  const headers = siteHeaders(settings)
  const { app, isEnding, idOf, record, useFastPath } = createServer({
    log,
    metrics,
    trustedProxies: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_MS,
    sendProblem: ({ status }, request, reply) => refuse(request, reply, status),
    notFound: refuseToTake,
    headers: headers.common,
    headersFor: headers.headersFor,
    logMore: (request) => {
      const page = recordOf(request)
      return page ? logFields(page) : {}
    },
    fastify: {
      logger: false,
      connectionTimeout: limits.silentMs,
      requestTimeout: limits.requestMs,
      rewriteUrl: ({ url = '/' }) => withoutHost(url),
      // A page goes out at once, as with later versions of Node.
      http: { highWaterMark: 65_536 },
    },
  })
  boundConnections(app.server, { ...settings, ...limits }, log)
  pageMetrics.countPages(app)
  serializeRequests(app)

  const url = settings.RELEASES_URL + addressOf(environmentCalls.discover, { environment: settings.MARRAM_ENVIRONMENT })
  const onTrust = (version: number | undefined) => trust.follow(version)
  const feed = new DiscoveryFeed({ url, folder, pollMs: limits.discoveryPollMs, log, onTrust }, async (document) => {
    // Before a visitor has a page that names its files.
    everLive.learn(document)
    await compositions.useDocument(document)
    void caches.changed()
  })

  measureDocument(metrics, feed)
  measureTrust(metrics, trust)
  const disk = freeDisk(folder, metrics, lookAtDisk)
  app.get('/healthz', async (_request, reply) =>
    compositions.ready && !isEnding()
      ? reply.send({
          code: 200,
          message: 'ok',
          ...documentHealth(feed),
          ...trustHealth(trust),
          disk: (await disk.health()).state,
        })
      : refuseWith(
          reply,
          503,
          trust.problem !== undefined && !trust.state()
            ? 'No page can be served yet: this edge has no trust.json and cannot take the one that the registry names. Its log has the reason.'
            : 'No page can be served yet.',
        ),
  )
  const origin = previewOrigin(settings)
  const previews = registerPreviews(app, { compositions, devSources: releases, origin, settings, log })
  const rightsTo = fileRights({ everLive, previews, registry: settings.RELEASES_URL })
  const encoder = new DeltaEncoder()
  const deltas = new Deltas(encoder, log)
  const { mayHave } = previews
  const trusted = () => trustChanges
  app.get(
    '/releases/files/:part/:version/*',
    releaseFileHandler({ store: releases, log, rightsTo, deltas, mayHave, trusted }),
  )
  const registry = new RegistryClient(settings, log)
  const noteReport = registerDiagnostics(app, {
    compositions,
    previews,
    feed,
    registry,
    stacks,
    log,
    name: `${hostname()}:${settings.PORT}`,
  })
  app.post('/releases/reports', { bodyLimit: MOST_REPORT_BYTES }, reportHandler(faults, noteReport))
  registerPolicyReports(app, {
    address: POLICY_REPORTS,
    patterns: async () => (await compositions.forVisitor('')).pages.map(({ page }) => page.pattern),
    log,
    metrics,
  })
  const versionsIn = (composition: string) => compositions.versionsIn(composition)
  const countPage = registerEvidence(app, {
    ...{ versionsIn, isOfPreviews: origin.has, registry, log, content, settle },
  })
  // The composition of a fresh page of this visitor, by which open tabs notice a new version.
  app.get('/releases/composition', async (request, reply) => {
    const { id } = await compositions.forVisitor(visitorOf(request.raw).id)
    return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).send({ id })
  })
  // For caches in front, which keep it by visitor, and pages by what it names.
  app.get('/releases/variant', async (request, reply) => {
    const visitor = visitorOf(request.raw)
    const live = await compositions.forVisitor(visitor.id)
    reply.headers({ 'cache-control': 'no-store', vary: 'cookie' })
    if (!visitor.isNew) reply.headers(variantHeaders(live, content.revision, caches.arePurged))
    return reply.code(204).send()
  })
  // The same for all visitors: every visible tab requests it every few seconds.
  app.get('/releases/stopped', (request, reply) => {
    const body = JSON.stringify(compositions.stops())
    const etag = etagOf(body)
    reply.headers({ 'cache-control': 'no-cache', etag }).type('application/json; charset=utf-8')
    return hasAlready(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  })
  registerCrawlerFiles(app, { compositions, settings, log })
  registerConsoleRedirect(app, settings)
  await registerProxies(app, settings, log, limits.upstreamCalls)
  const pages = pagePipeline({
    compositions,
    pool,
    settings,
    cache,
    deltas,
    briefMs: limits.pageFreshMs,
    registry: feed,
    isOfPreviews: origin.has,
    onRendered: (...rendered) => pageMetrics.rendered(...rendered),
    onUnrendered: (page, error) => {
      void faults.report('server', renderFault(page, error), 'a page was not rendered: sending the app shell')
      return throwingSection(error.message, page.owner?.section)
    },
    commonHeaders: headers.ofPages,
    extraTags: settings.LIVE_RELOAD ? ({ id }) => reloadTag('/releases/composition', id) : undefined,
  })
  app.get(PAGES, async (request, reply) => {
    if (!origin.has(request.raw)) return sendPage(request, reply, await pages.respond(request))
    return previews.show(request, reply, async (preview) =>
      sendPage(request, reply, await pages.respond(request, preview)),
    )
  })
  useFastPath(
    fastPath({
      fromMemory: pages.fromMemory,
      idOf,
      onSent(sent, page) {
        record(sent, () => logFields(page))
        loads.add(page)
      },
    }),
  )

  await trust.start()
  await Promise.all([content.start(), everLive.start()])
  await feed.start()
  const cleaning = releases.removeRegularly(() => compositions.inUse(), log)
  const closePreviews = await origin.listen(app.server)
  // Last: a proxy takes a server that listens for one that can respond.
  const address = await app.listen({
    port: settings.PORT,
    host: settings.BIND,
    // The system drops connections that it cannot queue, and their clients try again a second later.
    backlog: limits.connections,
  })
  return {
    url: address,
    previews: origin.url(),
    async close() {
      await Promise.all([app.close(), closePreviews()])
      feed.stop()
      content.stop()
      pool.stop()
      stacks.stop()
      encoder.stop()
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
