import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPlainRead } from '@marram/server/fast-path'
import type { SentResponse } from '@marram/server/log-responses'
import { REQUEST_ID } from '@marram/server/request-id'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../requests/error-pages'
import { type PageRecord, setRecord } from '../requests/page-record'
import type { PagePipeline, PageResponse } from './page-pipeline'

/** Under which pages are counted and logged. */
export const PAGES = '/*'

type Parts = {
  pages: Pick<PagePipeline, 'fromMemory'>
  idOf: (request: IncomingMessage) => string
  /** Called when a response was handed to the system, which is all that there is to do for it. */
  onSent: (sent: SentResponse, record: PageRecord) => void
}

/**
 * Sends what most visitors ask for, a cached page that needs nothing else, before the framework does anything with the
 * request. False where the response is left to the framework.
 */
export function fastPath({ pages, idOf, onSent }: Parts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const page = isPlainRead(request, response) ? pages.fromMemory(request) : undefined
    if (!page?.record) return false
    const startedAt = performance.now()
    const id = idOf(request)
    const head = [...page.head, REQUEST_ID, id]
    if (page.cookie !== undefined) head.push('set-cookie', page.cookie)
    response.writeHead(page.status, head).end(page.body)
    const ms = performance.now() - startedAt
    onSent({ method: 'GET', route: PAGES, status: page.status, ms, request: id }, page.record)
    return true
  }
}

/** Sends a page through the framework. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: PageResponse): FastifyReply {
  const { status, head, cookie, location, body, record } = page
  if (record) setRecord(request, record)
  if (cookie !== undefined) reply.header('set-cookie', cookie)
  // The app shell would only make the browser ask for more.
  if (record && record.origin === undefined) return refuse(request, reply, 503)
  for (let i = 0; i < head.length; i += 2) reply.header(head[i] as string, head[i + 1])
  if (location !== undefined) return reply.redirect(location, status)
  return reply.code(status).send(body)
}
