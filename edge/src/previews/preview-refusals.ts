import type { Logger } from '@marram/server/log'
import type { FastifyReply } from 'fastify'
import { sendWords } from '../pages/error-pages'
import { previewHeaders } from './preview-form'
import { TooManyLinks } from './preview-lookup'

/** The same words whatever is wrong with a link. Whoever followed it reads them in a browser. */
export const refuseLink = (reply: FastifyReply): FastifyReply =>
  sendWords(reply.code(404).headers(previewHeaders), 'This link has ended, or is none. Ask for a new one.')

/** The registry could not be asked what a link is about. */
export function refuseLookup(reply: FastifyReply, error: unknown, log: Pick<Logger, 'warn'>): FastifyReply {
  reply.headers(previewHeaders)
  if (error instanceof TooManyLinks) return sendWords(reply.code(429).header('retry-after', '60'), error.message)
  log.warn({ reason: (error as Error).message }, 'a preview link cannot be looked up')
  return sendWords(
    reply.code(503).header('retry-after', '5'),
    'The release desk does not answer, so this link cannot be opened now. Try again in a minute.',
  )
}
