import type { Metrics } from '@marram/service/metrics'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { LiveComposition, OwnedPage } from './live-composition'
import { ownerOfPage } from './page-facts'
import { recentSeries } from './recent-series'

type Outcome = 'server' | 'late' | 'failed' | 'busy'
type Parts = { cache: { readonly bytes: number }; pool: { readonly size: number } }

/** A render that takes longer than the last of them is late. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6]

/** Renders by section and version, and what became of requests for pages. */
export class PageMetrics {
  private readonly renders: Histogram<'section' | 'version' | 'outcome'>
  private readonly series
  private readonly answers: Counter<'section' | 'cache' | 'render'>

  constructor(metrics: Metrics, { cache, pool }: Parts) {
    const registers = [metrics]
    this.renders = new Histogram({
      name: 'marram_page_render_seconds',
      help: 'Time of renders, by section and version; without a section where nobody owns the address.',
      labelNames: ['section', 'version', 'outcome'],
      buckets: SECONDS,
      registers,
    })
    this.series = recentSeries(this.renders)
    this.answers = new Counter({
      name: 'marram_page_answers_total',
      help: 'Pages that were sent: whether they were kept ready, and how they were made.',
      labelNames: ['section', 'cache', 'render'],
      registers,
    })
    new Gauge({
      name: 'marram_page_cache_bytes',
      help: 'Memory of pages that are kept ready.',
      registers,
      collect() {
        this.set(cache.bytes)
      },
    })
    new Gauge({
      name: 'marram_render_processes',
      help: 'Render processes that take pages.',
      registers,
      collect() {
        this.set(pool.size)
      },
    })
  }

  rendered(live: LiveComposition, owner: OwnedPage | undefined, outcome: Outcome, ms: number): void {
    const section = owner?.section ?? 'none'
    const version = (owner && live.sections[owner.section]?.[0]?.version) ?? 'none'
    this.renders.observe(this.series(`${section} ${version}`, { section, version, outcome }), ms / 1000)
  }

  /** Counts every answer that says how it was made. */
  countAnswers(app: Pick<FastifyInstance, 'addHook'>): void {
    app.addHook('onResponse', async (request, reply) => {
      const made = reply.getHeader('x-marram-render')
      if (typeof made !== 'string') return
      // `server; dur=12` or `frame; late`
      const [how = '', why = ''] = made.split('; ')
      const section = ownerOfPage(request)?.section ?? 'none'
      const cache = String(reply.getHeader('x-marram-cache') ?? 'none')
      this.answers.inc({ section, cache, render: how === 'frame' ? `frame ${why}` : how })
    })
  }
}
