import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPlainRead } from '@marram/server/fast-path'
import type { SentResponse } from '@marram/server/log-responses'
import { REQUEST_ID } from '@marram/server/request-id'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './error-pages'

/** The route under which pages are counted and logged. */
export const PAGES = '/*'

/** Whose page it is. Without a version the section cannot be loaded. */
export type PageOwner = { section: string; version?: string; page: { pattern: string } }

export type Outcome = 'server' | 'late' | 'failed' | 'busy'

/** The outcome of a request for a page, for log, metrics and evidence. Without its address, which may be personal. */
export type PageRecord = {
  composition: string
  versions: Readonly<Record<string, string>>
  /** Undefined if no section owns the address, and for pages of previews. */
  owner: PageOwner | undefined
  isStopped?: boolean
  /** How the page was created: `server; dur=12.0` or `frame; late`. Undefined if too many pages were being rendered. */
  origin: string | undefined
  /** The section in whose file it threw, where the stack names one. */
  thrownBy?: string | undefined
  /** `hit`, `miss`, `stale` or `none`. */
  cache: string | undefined
  /** By part, the versions that were chosen for the visitor and cannot be used. */
  unusable: Record<string, string>
  isPreview?: boolean
}

const records = new WeakMap<FastifyRequest, PageRecord>()

export const setRecord = (request: FastifyRequest, record: PageRecord): void => void records.set(request, record)

export const recordOf = (request: FastifyRequest): PageRecord | undefined => records.get(request)

export const logFields = ({ composition, owner, origin, cache }: PageRecord): Record<string, unknown> => ({
  composition,
  render: origin,
  cache,
  section: owner?.section,
  pattern: owner?.page.pattern,
})

export type PageResponse = {
  status: number
  /** Names and values of the headers in turn. */
  head: readonly string[]
  cookie?: string | undefined
  location?: string | undefined
  body?: Buffer | undefined
  /** Undefined if the visitor is redirected to the normal form of the address. */
  record?: PageRecord
}

/** What the visitor sees instead of the live site. */
export type Preview<Live> = {
  composition: () => Promise<Live>
  /** Replace the headers of the live site for caches and referrers. */
  headers: Record<string, string>
  bannerFor: (path: string) => string
  extraTags: (live: Live) => string
  /** Logs why a page comes as the app shell. */
  onUnrendered: (live: Live, request: string, error: Error) => void
}

/** `page` is the same for all visitors. */
export type FromMemory = { page: PageResponse; cookie: string | undefined }

type FastPath = {
  fromMemory: (request: IncomingMessage) => FromMemory | undefined
  idOf: (request: IncomingMessage) => string
  onSent: (sent: SentResponse, record: PageRecord) => void
}

/** Sends a cached page before the framework sees the request; false if the framework has to handle it. */
export function fastPath({ fromMemory, idOf, onSent }: FastPath) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = isPlainRead(request, response) ? fromMemory(request) : undefined
    if (!found?.page.record) return false
    const { status, head, body, record } = found.page
    const startedAt = performance.now()
    const id = idOf(request)
    const ofVisitor = found.cookie === undefined ? [] : ['set-cookie', found.cookie]
    response.writeHead(status, [...head, REQUEST_ID, id, ...ofVisitor]).end(body)
    const ms = performance.now() - startedAt
    onSent({ method: 'GET', route: PAGES, status, ms, request: id }, record)
    return true
  }
}

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
