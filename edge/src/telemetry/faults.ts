import type { RenderReport } from '@marram/rendering/render-messages'
import { type Logger, loggableWords } from '@marram/server/log'
import { boundedLabel, type Metrics } from '@marram/server/metrics'
import { Counter } from 'prom-client'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { RateLimiter, REPORTS_PER_MINUTE } from '../limits/rate-limiter'
import type { ReadableStacks } from './readable-stacks'
import { recentSeries } from './recent-series'
import { framesOf } from './stack-frames'

export type Fault = {
  kind: string
  message: string
  part?: string | undefined
  version?: string | undefined
  stage?: string | undefined
  composition?: string | undefined
  /** The id of the request that it happened in. */
  request?: string | undefined
  /** Of the page; its address may be personal. */
  pattern?: string | undefined
  stack?: string | undefined
}
type Source = 'browser' | 'server'
type Parts = {
  log: Logger
  stacks: Pick<ReadableStacks, 'read'>
  metrics: Metrics
  /** The version of a part in a composition, where that is known. */
  versionIn?: (composition: string, part: string) => string | undefined
  /** Whether a part, or this version of it, is on this site: any client can report any other. */
  knows: (part: string, version: string | undefined) => boolean
}

const words: Record<Source, string> = { browser: 'reported by a browser', server: 'reported by a render process' }

/** Counts faults by part and version, and logs them with stacks that name sources, and without personal words. */
export class Faults {
  private readonly counted: Counter<'source' | 'kind' | 'part' | 'version'>
  // Browsers choose theirs, and whoever can send a report; reports of servers have room of their own.
  private readonly kinds = { browser: boundedLabel(60), server: boundedLabel(60) }
  private readonly series

  constructor(private readonly parts: Parts) {
    this.counted = new Counter({
      name: 'marram_faults_total',
      help: 'Faults by where they happened, and in which version of which part.',
      labelNames: ['source', 'kind', 'part', 'version'],
      registers: [parts.metrics],
    })
    this.series = { browser: recentSeries(this.counted), server: recentSeries(this.counted) }
  }

  /** Resolves once it is in the log; callers need not wait for that. */
  async report(source: Source, { stack = '', ...fault }: Fault, message = words[source]): Promise<void> {
    const known = { ...fault, ...this.countOnly(source, { ...fault, stack }) }
    const frames = await this.parts.stacks.read(stack)
    const fields = {
      ...known,
      message: loggableWords(fault.message),
      ...(fault.stage !== undefined && { stage: loggableWords(fault.stage) }),
      ...(frames.length > 0 && { stack: frames }),
    }
    this.parts.log[source === 'server' ? 'error' : 'warn'](fields, message)
  }

  /** For what is not logged, because there is too much of it. Returns whose fault it was, where that is known. */
  countOnly(source: Source, fault: Fault): Pick<Fault, 'part' | 'version'> {
    const release = this.releaseOf(fault, fault.stack ?? '')
    this.count(source, { ...fault, ...release })
    return release
  }

  /** Where the fault does not say it, the innermost frame does, or the composition. */
  private releaseOf({ part, version, composition }: Fault, stack: string): Pick<Fault, 'part' | 'version'> {
    const [innermost] = framesOf(stack)
    const known = part ?? innermost?.part
    if (known === undefined) return {}
    const inFrame = innermost?.part === known ? innermost.version : undefined
    const found = version ?? inFrame ?? (composition && this.parts.versionIn?.(composition, known))
    return { part: known, ...(found && { version: found }) }
  }

  /** For what is logged elsewhere. */
  count(source: Source, { kind, part, version }: Pick<Fault, 'kind' | 'part' | 'version'>): void {
    const release = this.labelsOf(source, part, version)
    const labels = { source, kind: this.kinds[source](kind), ...release }
    this.counted.inc(this.series[source](`${release.part} ${release.version}`, labels))
  }

  private labelsOf(source: Source, part: string | undefined, version = 'unknown') {
    // A version without a part is of nothing, and any client can send any.
    if (part === undefined) return { part: 'unknown', version: 'unknown' }
    const isNamed = source === 'server' || this.parts.knows(part, version === 'unknown' ? undefined : version)
    return isNamed ? { part, version } : { part: 'other', version: 'other' }
  }
}

/** A page that was not rendered. A render process says what went wrong with its stack below. */
export function renderFault(
  { live, owner, request }: { live: LiveComposition; owner: OwnedPage | undefined; request: string },
  { name, message }: Error,
): Fault {
  const [said = ''] = message.split('\n', 1)
  return {
    kind: name === 'RenderTimeout' ? 'late' : 'render',
    message: said.slice(0, 500),
    composition: live.id,
    request,
    ...(owner && {
      part: owner.section,
      version: live.sections[owner.section]?.[0]?.version,
      pattern: owner.page.pattern,
    }),
    stack: message,
  }
}

const MINUTE_MS = 60_000

/**
 * Logs and counts what render processes report. A section may fail in a loop: beyond so many a minute reports are counted
 * alone, and one line says how many there were.
 */
export function renderReports(
  faults: Pick<Faults, 'report' | 'countOnly'>,
  log: Logger,
): (report: RenderReport) => void {
  const limiter = new RateLimiter(REPORTS_PER_MINUTE)
  let leftOut = 0
  const say = () => {
    log.warn({ leftOut }, 'more reports of render processes than are logged')
    leftOut = 0
  }
  return (report) => {
    if (limiter.take('') > 0) return void faults.report('server', report)
    faults.countOnly('server', report)
    leftOut += 1
    if (leftOut === 1) setTimeout(say, MINUTE_MS - (Date.now() % MINUTE_MS)).unref()
  }
}
