import type { Metrics } from '@marram/server/metrics'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { ownerOfPage } from '../pages/page-record'
import { recentSeries } from './recent-series'

type Outcome = 'server' | 'late' | 'failed' | 'busy'
type Parts = {
  cache: { readonly bytes: number }
  pool: { readonly size: number }
  /** Called before answers are told: what is still to be counted. */
  settle?: () => void
}

/** A render that takes longer than the last of them is late. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6]

/** Renders by the versions of section and shell, and what became of requests for pages. */
export class PageMetrics {
  private readonly renders: Histogram<'section' | 'version' | 'shell' | 'outcome'>
  private readonly seriesOfRenders
  private readonly answers: Counter<'section' | 'version' | 'cache' | 'render'>
  private readonly seriesOfAnswers

  constructor(metrics: Metrics, { cache, pool, settle }: Parts) {
    const registers = [metrics]
    this.renders = new Histogram({
      name: 'marram_page_render_seconds',
      help: 'Time of renders, by section, its version and the shell’s; without a section where nobody owns the address.',
      labelNames: ['section', 'version', 'shell', 'outcome'],
      buckets: SECONDS,
      registers,
    })
    this.seriesOfRenders = recentSeries(this.renders)
    this.answers = new Counter({
      name: 'marram_page_answers_total',
      help: 'Pages that were sent, by section and version: whether they were kept ready, and how they were made.',
      labelNames: ['section', 'version', 'cache', 'render'],
      registers,
      collect: settle,
    })
    this.seriesOfAnswers = recentSeries(this.answers)
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
    const { section = 'none', version = 'none' } = owner ?? {}
    const shell = live.shell.version
    const labels = this.seriesOfRenders(`${section} ${version} ${shell}`, { section, version, shell, outcome })
    this.renders.observe(labels, ms / 1000)
  }

  /** Counts every answer that says how it was made. */
  countAnswers(app: Pick<FastifyInstance, 'addHook'>): void {
    app.addHook('onResponse', (request, reply, done) => {
      const made = reply.getHeader('x-marram-render')
      if (typeof made === 'string')
        this.answered(ownerOfPage(request), made, String(reply.getHeader('x-marram-cache') ?? 'none'))
      done()
    })
  }

  /** `made` is what the answer says of how it was made: `server; dur=12` or `frame; late`. */
  answered(owner: OwnedPage | undefined, made: string, cache: string, times = 1): void {
    const [how = '', why = ''] = made.split('; ')
    const { section = 'none', version = 'none' } = owner ?? {}
    const render = how === 'frame' ? `frame ${why}` : how
    this.answers.inc(this.seriesOfAnswers(`${section} ${version}`, { section, version, cache, render }), times)
  }
}
