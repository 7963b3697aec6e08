import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Faults } from './faults'
import { perMinute } from './per-minute'

export const MOST_REPORT_BYTES = 16 * 1024

const text = (most: number) => z.string().max(most).optional()
const browserReport = z.object({
  kind: z.string().max(40),
  message: z.string().max(300),
  part: text(60),
  version: text(60),
  stage: text(60),
  composition: text(20),
  stack: text(8000),
})

type Report = z.infer<typeof browserReport>

const PER_MINUTE = 120

/** Takes faults that browsers tell of: small, checked, and a bounded number a minute. */
export function reportHandler(
  faults: Pick<Faults, 'tell'>,
  onReport: (report: Report, request: FastifyRequest) => void = () => {},
) {
  const mayTake = perMinute(PER_MINUTE)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!mayTake()) return reply.code(429).header('retry-after', '60').send({ code: 429, message: 'Too many reports.' })
    const report = browserReport.safeParse(request.body)
    if (!report.success) return reply.code(400).send({ code: 400, message: 'This is not a report.' })
    // A map may have to be fetched for its stack, which is nothing to a browser.
    void faults.tell('browser', report.data)
    onReport(report.data, request)
    return reply.code(204).send()
  }
}
