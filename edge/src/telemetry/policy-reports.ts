import { matchPattern } from '@marram/release-contract/patterns'
import { readSent } from '@marram/server/check-sent'
import type { Logger } from '@marram/server/log'
import { boundedLabel, type Metrics } from '@marram/server/metrics'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { reportLimiter } from '../limits/rate-limiter'
import { refuseWith } from '../requests/error-pages'

const MOST_BYTES = 16 * 1024
const MOST_OF_ONE = 20

const text = z.string().max(2000).optional()
const number = z.number().int().nonnegative().optional().catch(undefined)
const violation = z.object({
  effectiveDirective: text,
  documentURL: text,
  blockedURL: text,
  sourceFile: text,
  lineNumber: number,
  columnNumber: number,
})
type Violation = z.infer<typeof violation>

/** One report, in the format of `report-uri`. */
const single = z
  .object({ 'csp-report': z.record(z.string(), z.unknown()) })
  .transform(({ 'csp-report': given }): unknown => [
    {
      effectiveDirective: given['effective-directive'] ?? given['violated-directive'],
      documentURL: given['document-uri'],
      blockedURL: given['blocked-uri'],
      sourceFile: given['source-file'],
      lineNumber: given['line-number'],
      columnNumber: given['column-number'],
    },
  ])
  .pipe(z.array(violation))
/** Several reports of any kind, in the format of the Reporting API. */
const several = z
  .array(z.object({ type: z.string(), body: z.unknown() }))
  .max(MOST_OF_ONE)
  .transform((all) => all.filter(({ type }) => type === 'csp-violation'))
  .transform((all) => all.flatMap(({ body }) => violation.safeParse(body).data ?? []))
const reports = z.union([single, several])

type Parts = { address: string; patterns: () => Promise<string[]>; log: Logger; metrics: Metrics }

/** Takes reports of violations of the policy, in either format, and logs no address that could identify a visitor. */
export function registerPolicyReports(app: FastifyInstance, { address, patterns, log, metrics }: Parts): void {
  const mayTake = reportLimiter()
  const counter = new Counter({
    name: 'marram_policy_violations_total',
    help: 'Violations of the content security policy that browsers report.',
    labelNames: ['directive'] as const,
    registers: [metrics],
  })
  const bounded = boundedLabel(30)
  void app.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json']
    scope.addContentTypeParser(types, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    scope.post(address, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const violations = readSent(reports, request.body)
      if (!violations) return refuseWith(reply, 400, 'This is not a report.')
      const known = violations.length > 0 ? await patterns() : []
      let leftOut = 0
      for (const violation of violations) {
        const directive = directiveOf(violation)
        counter.inc({ directive: bounded(directive) })
        if (!mayTake(request.ip)) leftOut += 1
        else log.warn({ directive, ...whereOf(violation, known) }, 'a browser reported a policy violation')
      }
      return leftOut > 0 ? refuseWith(reply, 429, 'Too many reports.', 60) : reply.code(204).send()
    })
  })
}

/** Old browsers send the sources along. */
const directiveOf = ({ effectiveDirective }: Violation) =>
  /^[a-z-]{1,40}(?= |$)/.exec(effectiveDirective ?? '')?.[0] ?? 'unknown'

function whereOf({ documentURL, blockedURL, sourceFile, lineNumber, columnNumber }: Violation, patterns: string[]) {
  const source = sourceFile && `${withoutVisitor(sourceFile)}:${lineNumber ?? 0}:${columnNumber ?? 0}`
  const path = pathOf(documentURL ?? '')
  const page = path && patterns.find((pattern) => matchPattern(pattern, path))
  return { page: page || 'unknown', blocked: withoutVisitor(blockedURL ?? ''), ...(source && { source }) }
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : undefined)

/** Only the origin of an address that is not a release file; a keyword such as `inline` unchanged. */
function withoutVisitor(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return /^[a-z-]{1,40}$/.exec(address)?.[0] ?? 'unknown'
  if (!/^(https?|wss?):$/.test(url.protocol)) return url.protocol.slice(0, -1)
  const isFile = /^\/releases\/files\/[\w@.~+/-]{1,300}$/.test(url.pathname)
  return isFile ? url.pathname : url.origin
}
