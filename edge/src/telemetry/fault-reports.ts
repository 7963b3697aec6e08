import { versionPattern } from '@marram/release-contract/version'
import { readSent } from '@marram/server/check-sent'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { reportLimiter } from '../limits/rate-limiter'
import type { Faults } from './faults'

export const MOST_REPORT_BYTES = 16 * 1024

/** What is to be a name is one: it is logged as it is, and words are not. */
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

type Report = z.infer<typeof browserReport>

/** Takes faults that browsers report: small, checked, and a bounded number a minute; more are only counted. */
export function reportHandler(
  faults: Pick<Faults, 'report' | 'countOnly'>,
  onReport: (report: Report, request: FastifyRequest) => Promise<void> = async () => {},
) {
  const mayTake = reportLimiter()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const report = readSent(browserReport, request.body)
    if (!report) return reply.code(400).send({ code: 400, message: 'This is not a report.' })
    if (!mayTake(request.ip)) {
      faults.countOnly('browser', report)
      return reply.code(429).header('retry-after', '60').send({ code: 429, message: 'Too many reports.' })
    }
    // A map may have to be fetched for its stack, and asked for what a preview is of: nothing to a browser.
    void faults.report('browser', report)
    void onReport(report, request)
    return reply.code(204).send()
  }
}
