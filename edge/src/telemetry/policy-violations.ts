import { checkSent } from '@marram/server/check-sent'
import { z } from 'zod'

const MOST_OF_ONE = 20

const text = z.string().max(2000).optional()
const number = z.number().int().nonnegative().optional().catch(undefined)
/** As `report-uri` sends one. */
const single = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'document-uri': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': number,
    'column-number': number,
  }),
})
/** As the Reporting API sends several, of whatever kind. */
const several = z.array(z.object({ type: z.string(), body: z.unknown() })).max(MOST_OF_ONE)
const body = z.object({
  effectiveDirective: text,
  documentURL: text,
  blockedURL: text,
  sourceFile: text,
  lineNumber: number,
  columnNumber: number,
})
export type Violation = z.infer<typeof body>

/** What a browser says was refused, in either format; undefined for what is no report. */
export const violationsIn = (sent: unknown): Violation[] | undefined =>
  checkSent(
    () => read(sent),
    () => undefined,
  )

function read(sent: unknown): Violation[] | undefined {
  const one = single.safeParse(sent)
  if (one.success) {
    const given = one.data['csp-report']
    return [
      {
        effectiveDirective: given['effective-directive'] ?? given['violated-directive'],
        documentURL: given['document-uri'],
        blockedURL: given['blocked-uri'],
        sourceFile: given['source-file'],
        lineNumber: given['line-number'],
        columnNumber: given['column-number'],
      },
    ]
  }
  return several.safeParse(sent).data?.flatMap((report) => {
    const { success, data } = body.safeParse(report.body)
    return report.type === 'csp-violation' && success ? [data] : []
  })
}
