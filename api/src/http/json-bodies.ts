import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal'

/**
 * Only JSON: a form on a foreign page cannot send it without being asked. And only in UTF-8, not compressed: what was
 * read in another way than it was written would be kept, and answered with 200.
 */
export function readOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8'
    if (encoding.toLowerCase() !== 'identity' || !/^utf-?8$/i.test(charset))
      return done(new Refusal(415, 'Send this as JSON in UTF-8, not compressed.'))
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    } catch {
      return done(new Refusal(400, 'This is not in UTF-8.'))
    }
    parse(request, text, done)
  })
}
