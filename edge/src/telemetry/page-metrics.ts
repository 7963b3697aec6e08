import { gauge, type Metrics } from '@marram/server/metrics'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter, Histogram } from 'prom-client'
import { type Outcome, type PageOwner, type PageRecord, recordOf } from '../requests/page-response'

type Parts = {
  cache: { readonly bytes: number }
  pool: { readonly size: number }
  /** Called before the metrics are read, to add pending counts. */
  settle?: () => void
}

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6]
const MOST_RELEASES = 300

/** Returns the labels to count under, and drops series of old releases from the metric: an edge runs for months. */
export function recentSeries<Labels extends Record<string, string>>(metric: { remove: (labels: Labels) => void }) {
  const recent = new LRUCache<string, Map<string, Labels>>({
    max: MOST_RELEASES,
    dispose: (all) => {
      for (const labels of all.values()) metric.remove(labels)
    },
  })
  return (release: string, labels: Labels): Labels => {
    const all = recent.get(release) ?? new Map<string, Labels>()
    if (all.size === 0) recent.set(release, all)
    all.set(JSON.stringify(labels), labels)
    return labels
  }
}

export class PageMetrics {
  private readonly renders: Histogram<'section' | 'version' | 'shell' | 'outcome'>
  private readonly seriesOfRenders
  private readonly pages: Counter<'section' | 'version' | 'cache' | 'render'>
  private readonly seriesOfPages

  constructor(metrics: Metrics, { cache, pool, settle }: Parts) {
    const registers = [metrics]
    this.renders = new Histogram({
      name: 'marram_page_render_seconds',
      help: 'Time of renders, by section, its version and the shell’s; without a section where no section owns the address.',
      labelNames: ['section', 'version', 'shell', 'outcome'],
      buckets: SECONDS,
      registers,
    })
    this.seriesOfRenders = recentSeries(this.renders)
    this.pages = new Counter({
      name: 'marram_page_answers_total',
      help: 'Pages that were sent, by section and version: whether they were cached, and how they were created.',
      labelNames: ['section', 'version', 'cache', 'render'],
      registers,
      collect: settle,
    })
    this.seriesOfPages = recentSeries(this.pages)
    gauge(metrics, 'marram_page_cache_bytes', 'Memory of cached pages.', () => cache.bytes)
    gauge(metrics, 'marram_render_processes', 'Render processes that take pages.', () => pool.size)
  }

  rendered(live: { shell: { version: string } }, owner: PageOwner | undefined, outcome: Outcome, ms: number): void {
    const { section = 'none', version = 'none' } = owner ?? {}
    const shell = live.shell.version
    const labels = this.seriesOfRenders(`${section} ${version} ${shell}`, { section, version, shell, outcome })
    this.renders.observe(labels, ms / 1000)
  }

  countPages(app: Pick<FastifyInstance, 'addHook'>): void {
    app.addHook('onResponse', (request, _reply, done) => {
      const record = recordOf(request)
      if (record) this.sent(record)
      done()
    })
  }

  sent({ owner, origin, cache = 'none' }: PageRecord, times = 1): void {
    if (origin === undefined) return
    const [how = '', why = ''] = origin.split('; ')
    const { section = 'none', version = 'none' } = owner ?? {}
    const render = how === 'frame' ? `frame ${why}` : how
    this.pages.inc(this.seriesOfPages(`${section} ${version}`, { section, version, cache, render }), times)
  }
}

/** Counts pages that are sent many times a second; `count` is called only when the metrics are read. */
export class PageLoads<Page> {
  private readonly waiting = new Map<Page, number>()

  constructor(private readonly count: (page: Page, times: number) => void) {}

  add(page: Page): void {
    this.waiting.set(page, (this.waiting.get(page) ?? 0) + 1)
  }

  settle(): void {
    const all = [...this.waiting]
    this.waiting.clear()
    for (const [page, times] of all) this.count(page, times)
  }
}
