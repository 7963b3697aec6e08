import { versionPattern } from '@marram/release-contract/version'
import type { RenderReport } from '@marram/rendering/render-messages'
import { readSent } from '@marram/server/check-sent'
import { type Logger, loggableWords } from '@marram/server/log'
import { boundedLabel, type Metrics } from '@marram/server/metrics'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { RateLimiter, REPORTS_PER_MINUTE, reportLimiter } from '../limits/rate-limiter'
import { refuseWith } from '../requests/error-pages'
import type { PageOwner } from '../requests/page-response'
import { recentSeries } from './page-metrics'
import { framesOf, type ReadableStacks } from './readable-stacks'

export const MOST_REPORT_BYTES = 16 * 1024

/** Names are logged as they are, and messages are not. */
const browserReport = z.object({
  kind: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  message: z.string().max(300),
  part: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,40}$/)
    .optional(),
  version: z.string().max(60).regex(versionPattern).optional(),
  stage: z.string().max(60).optional(),
  composition: z
    .string()
    .regex(/^(?:preview-)?[0-9a-f]{12}$/)
    .optional(),
  stack: z.string().max(8000).optional(),
})
type BrowserReport = z.infer<typeof browserReport>

export type Fault = BrowserReport & {
  /** The id of the request that it happened in. */
  request?: string | undefined
  /** Of the page; its address may be personal. */
  pattern?: string | undefined
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

const messages: Record<Source, string> = { browser: 'reported by a browser', server: 'reported by a render process' }

/** Counts faults by part and version, and logs them with stacks that name sources, and without personal words. */
export class Faults {
  private readonly counted: Counter<'source' | 'kind' | 'part' | 'version'>
  // Clients choose those of browsers; reports of servers have room of their own.
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
  async report(source: Source, { stack = '', ...fault }: Fault, message = messages[source]): Promise<void> {
    const known = { ...fault, ...this.countOnly(source, { ...fault, stack }) }
    const frames = await this.parts.stacks.read(stack)
    const fields = {
      ...known,
      message: loggableWords(fault.message),
      stage: fault.stage && loggableWords(fault.stage),
      stack: frames.length > 0 ? frames : undefined,
    }
    this.parts.log[source === 'server' ? 'error' : 'warn'](fields, message)
  }

  /** For what is not logged, because there is too much of it. Returns whose fault it was, where that is known. */
  countOnly(source: Source, fault: Fault): Pick<Fault, 'part' | 'version'> {
    const release = this.releaseOf(fault)
    this.count(source, { ...fault, ...release })
    return release
  }

  /** Where the fault does not name it, the innermost frame does, or the composition. */
  private releaseOf({ part, version, composition, stack = '' }: Fault): Pick<Fault, 'part' | 'version'> {
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
    // A version without a part means nothing, and any client can send any.
    if (part === undefined) return { part: 'unknown', version: 'unknown' }
    const isNamed = source === 'server' || this.parts.knows(part, version === 'unknown' ? undefined : version)
    return isNamed ? { part, version } : { part: 'other', version: 'other' }
  }
}

/** A page that was not rendered. The message of a render process has the stack below it. */
export function renderFault(
  { live, owner, request }: { live: { id: string }; owner: PageOwner | undefined; request: string },
  { name, message }: Error,
): Fault {
  const [firstLine = ''] = message.split('\n', 1)
  return {
    kind: name === 'RenderTimeout' ? 'late' : 'render',
    message: firstLine.slice(0, 500),
    composition: live.id,
    request,
    ...(owner && { part: owner.section, version: owner.version, pattern: owner.page.pattern }),
    stack: message,
  }
}

type Report = Pick<Faults, 'report' | 'countOnly'>

/** Takes faults that browsers report: small, checked, and a bounded number a minute; more are only counted. */
export function reportHandler(
  faults: Report,
  onReport: (report: BrowserReport, request: FastifyRequest) => Promise<void> = async () => {},
) {
  const mayTake = reportLimiter()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const report = readSent(browserReport, request.body)
    if (!report) return refuseWith(reply, 400, 'This is not a report.')
    if (!mayTake(request.ip)) {
      faults.countOnly('browser', report)
      return refuseWith(reply, 429, 'Too many reports.', 60)
    }
    // Both may have to fetch something first, which the browser need not wait for.
    void faults.report('browser', report)
    void onReport(report, request)
    return reply.code(204).send()
  }
}

const MINUTE_MS = 60_000

/** Logs and counts what render processes report. Beyond so many a minute one line has the number of the others. */
export function renderReports(faults: Report, log: Logger): (report: RenderReport) => void {
  const limiter = new RateLimiter(REPORTS_PER_MINUTE)
  let leftOut = 0
  const logLeftOut = () => {
    log.warn({ leftOut }, 'more reports of render processes than are logged')
    leftOut = 0
  }
  return (report) => {
    if (limiter.take('') > 0) return void faults.report('server', report)
    faults.countOnly('server', report)
    leftOut += 1
    if (leftOut === 1) setTimeout(logLeftOut, MINUTE_MS - (Date.now() % MINUTE_MS)).unref()
  }
}
