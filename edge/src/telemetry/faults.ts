import { compositionIdPattern } from '@marram/release-contract/composition-id'
import { SHELL } from '@marram/release-contract/release-files'
import { versionPattern } from '@marram/release-contract/version'
import type { OnReport, RenderProcess, RenderReport } from '@marram/rendering/render-messages'
import { readSent } from '@marram/server/check-sent'
import { type Logger, loggableWords } from '@marram/server/log'
import { boundedLabel, type Metrics } from '@marram/server/metrics'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { RateLimiter, REPORTS_PER_MINUTE, reportLimiter } from '../limits/rate-limiter'
import { refuseWith } from '../requests/error-pages'
import type { PageOwner } from '../requests/page-response'
import { recentSeries } from './page-metrics'
import { framesOf, ownLines, type ReadableStacks } from './readable-stacks'

export const MOST_REPORT_BYTES = 16 * 1024

const kindPattern = /^[a-z][a-z-]{0,39}$/
/** Logged unchanged, unlike messages. */
const browserReport = z.object({
  kind: z.string().regex(kindPattern),
  message: z.string().max(300),
  part: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,40}$/)
    .optional(),
  version: z.string().max(60).regex(versionPattern).optional(),
  stage: z.string().max(60).optional(),
  composition: z
    .string()
    .refine((id) => compositionIdPattern.test(id.replace(/^preview-/, '')))
    .optional(),
  stack: z.string().max(8000).optional(),
})
type BrowserReport = z.infer<typeof browserReport>

export type Fault = BrowserReport & {
  request?: string | undefined
  /** Of the page; its address may be personal. */
  pattern?: string | undefined
  /** False if no visitor can have seen it. */
  live?: false
}
type Countable = Omit<Fault, 'message'>
type Source = 'browser' | 'server'
type Parts = {
  log: Logger
  stacks: Pick<ReadableStacks, 'read'>
  metrics: Metrics
  versionIn?: (composition: string, part: string) => string | undefined
  /** Whether a part, or this version of it, is on this site: any client can report any other. */
  knows: (part: string, version: string | undefined) => boolean
}

const messages: Record<Source, string> = { browser: 'reported by a browser', server: 'reported by a render process' }

/** Counts faults by part and version, and logs them with source-mapped stacks and without personal data. */
export class Faults {
  private readonly counted: Counter<'source' | 'kind' | 'part' | 'version'>
  // Clients choose the versions of browser faults; server faults have their own limit for each part.
  private readonly kinds = new LRUCache<string, (kind: string) => string>({
    max: 100,
    memoMethod: () => boundedLabel(60),
  })
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
  report(source: Source, fault: Fault, message = messages[source]): Promise<void> {
    this.count(source, fault)
    return this.log(source, fault, message)
  }

  /** For faults that must not count. */
  async log(source: Source, { stack = '', ...fault }: Fault, message: string): Promise<void> {
    const release = this.releaseOf({ ...fault, stack })
    const frames = await this.parts.stacks.read(stack)
    const fields = {
      ...fault,
      ...release,
      message: loggableWords(fault.message),
      stage: fault.stage && loggableWords(fault.stage),
      stack: frames.length > 0 ? frames : undefined,
    }
    this.parts.log[source === 'server' && fault.live !== false ? 'error' : 'warn'](fields, message)
  }

  /** If the fault does not name it, the innermost stack frame or the composition does. */
  releaseOf({ part, version, composition, stack = '' }: Countable): Pick<Fault, 'part' | 'version'> {
    const [innermost] = framesOf(stack)
    const known = part ?? innermost?.part
    if (known === undefined) return {}
    const inFrame = innermost?.part === known ? innermost.version : undefined
    const found = version ?? inFrame ?? (composition && this.parts.versionIn?.(composition, known))
    return { part: known, ...(found && { version: found }) }
  }

  /** For faults that are logged elsewhere, or not logged because there are too many. */
  count(source: Source, fault: Countable): void {
    const { part, version } = this.releaseOf(fault)
    const release = this.labelsOf(source, part, version)
    const kindOf = this.kinds.memo(source === 'server' ? `server ${release.part}` : source)
    const labels = { source, kind: kindOf(fault.kind), ...release }
    this.counted.inc(this.series[source](`${release.part} ${release.version}`, labels))
  }

  private labelsOf(source: Source, part: string | undefined, version = 'unknown') {
    // A version without a part means nothing, and any client can send one.
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
    stack: ownLines(message, ({ part }) => part === SHELL || part === owner?.section),
  }
}

type Report = Pick<Faults, 'report' | 'log' | 'count' | 'releaseOf'>

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
      faults.count('browser', report)
      return refuseWith(reply, 429, 'Too many reports.', 60)
    }
    // Both may have to fetch something first; the browser does not wait for that.
    void faults.report('browser', report)
    void onReport({ ...report, ...faults.releaseOf(report) }, request)
    return reply.code(204).send()
  }
}

const MINUTE_MS = 60_000

const MOST_WORDS = 500

/** A section controls what its process reports, so a report only ever counts for the builds that the process runs. */
function ownFault(report: RenderReport, { section, shell }: RenderProcess): Fault {
  const { kind, message, part, stage, stack = '', request } = report
  const named = part === undefined ? undefined : part === shell.part ? shell : (section ?? shell)
  const own = [section, shell].map((build) => `${build?.part}@${build?.version}`)
  return {
    kind: kindPattern.test(kind) ? kind : 'other',
    message: message.slice(0, MOST_WORDS),
    ...(named && { part: named.part, version: named.version }),
    stage: stage?.slice(0, MOST_WORDS),
    stack: ownLines(stack, (frame) => own.includes(`${frame.part}@${frame.version}`)),
    request: request?.slice(0, MOST_WORDS),
  }
}

/** Logs and counts reports of render processes. Beyond the limit per minute, one line has the number of the others. */
export function renderReports(faults: Report, log: Logger): OnReport {
  const limiter = new RateLimiter(REPORTS_PER_MINUTE)
  let leftOut = 0
  const logLeftOut = () => {
    log.warn({ leftOut }, 'too many reports of render processes: some were not logged')
    leftOut = 0
  }
  return (report, from) => {
    const fault = ownFault(report, from)
    const isLogged = limiter.take(from.isLive ? (from.section ?? from.shell).part : '') > 0
    if (from.isLive && isLogged) return void faults.report('server', fault)
    if (from.isLive) faults.count('server', fault)
    else if (isLogged) return void faults.log('server', { ...fault, live: false }, 'reported by a preview or a trial')
    leftOut += 1
    if (leftOut === 1) setTimeout(logLeftOut, MINUTE_MS - (Date.now() % MINUTE_MS)).unref()
  }
}
