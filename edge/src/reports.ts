import type { Logger } from '@marram/service/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

const text = (most: number) => z.string().max(most).optional()
const browserReport = z.object({
  kind: z.string().max(40),
  message: z.string().max(300),
  part: text(60),
  version: text(60),
  stage: text(60),
  composition: text(20),
})

const PER_MINUTE = 120

/** Takes faults that browsers tell of into the log: small, checked, and a bounded number a minute. */
export function reportHandler(log: Logger) {
  let minute = 0
  let taken = 0
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      taken = 0
    }
    taken += 1
    if (taken > PER_MINUTE)
      return reply.code(429).header('retry-after', '60').send({ code: 429, message: 'Too many reports.' })
    const report = browserReport.safeParse(request.body)
    if (!report.success) return reply.code(400).send({ code: 400, message: 'This is not a report.' })
    log.warn(report.data, 'reported by a browser')
    return reply.code(204).send()
  }
}
