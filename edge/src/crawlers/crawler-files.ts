import { today } from '@marram/api-contract/event-state'
import { listItemPages } from '@marram/api-contract/item-pages'
import { readLeniently } from '@marram/api-contract/lenient'
import type { CalendarItems, ListedItems } from '@marram/release-contract/section'
import { isIndexed } from '@marram/rendering/page-document'
import { acceptedEncoding, encode } from '@marram/server/encodings'
import { etagOf, hasAlready } from '@marram/server/etag'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Compositions } from '../compositions/compositions'
import type { LiveComposition } from '../compositions/live-composition'
import { expiringCache } from '../limits/expiring-cache'
import { refuse } from '../requests/error-pages'
import { type EdgeSettings, edgeProof } from '../settings'
import { calendarItem, calendarText } from './calendar'
import { feedEntry, feedXml, type ListedPage, robotsText, sitemapXml, staticPages } from './documents'

/** How long one text is sent to all clients, however many request it. */
const FRESH_MS = 1000
const MOST_TEXTS = 100

type Parts = {
  compositions: Pick<Compositions, 'forVisitor'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'API_EDGE_TOKEN' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

/** Lists the pages for crawlers and feed readers. Addresses have the public origin, never the one of the request. */
export function registerCrawlerFiles(app: FastifyInstance, { compositions, settings, log }: Parts): void {
  const origin = settings.PUBLIC_URL
  const read = listReader(settings)

  /** Texts by address, each created once for all clients; the last good one if another cannot be created. */
  const textsBy = (create: (live: LiveComposition, address: string) => string | Promise<string>) =>
    expiringCache<string>({
      max: MOST_TEXTS,
      ttl: FRESH_MS,
      async fetchMethod(address, last) {
        try {
          return await create(await compositions.forVisitor(''), address)
        } catch (error) {
          if (last === undefined) throw error
          log.warn({ path: address, reason: (error as Error).message }, 'the last good one is sent')
          return last
        }
      },
    })

  function serve(path: string, type: string, create: (live: LiveComposition) => string | Promise<string>): void {
    const texts = textsBy(create)
    app.get(path, async (request, reply) => send(request, reply.type(type), await texts.forceFetch(path)))
  }

  serve('/robots.txt', 'text/plain; charset=utf-8', (live) => robotsText(live, origin))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', async (live) => {
    const items = await itemPages(read, itemSources(live))
    return sitemapXml([...staticPages(live).map((url) => ({ url })), ...items], origin)
  })
  serve('/rss.xml', 'application/rss+xml; charset=utf-8', async (live) => {
    const sources = itemSources(live).filter(({ feed }) => feed)
    const items = await itemsOf(sources, ({ list }) => read(list, z.array(feedEntry), { page: '1', page_size: '20' }))
    return feedXml(items, { origin, mediaHost: settings.MEDIA_HOST })
  })

  const calendars = textsBy(async (live, address) => {
    const lists = listsOf(live, address)
    const name = ['Marram', ...(address.includes('?') ? lists.map(({ title }) => title) : [])].join(': ')
    const items = await itemsOf(lists, ({ list }) => read(list, z.array(calendarItem)))
    return calendarText(items, { name, origin, today: today() })
  })
  app.get<{ Querystring: { kind?: unknown } }>('/:file(^[a-z][a-z0-9-]*).ics', async (request, reply) => {
    const [path] = request.url.split('?', 1)
    const { kind } = request.query
    const address = kind ? `${path}?kind=${kind}` : `${path}`
    if (listsOf(await compositions.forVisitor(''), address).length === 0) return refuse(request, reply, 404)
    return send(request, reply.type('text/calendar; charset=utf-8'), await calendars.forceFetch(address))
  })

  // Crawlers may read responses to render a page with them, and not show them as pages.
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
}

/** Weak, because it is the same however the text is compressed. */
async function send(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const etag = etagOf(text)
  reply.headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding', etag: `W/${etag}` })
  if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await encode(text, encoding))
}

/** What sections have in the calendar at an address: of all kinds, or of the one that its query names. */
const listsOf = ({ sections }: Pick<LiveComposition, 'sections'>, address: string): CalendarItems[] =>
  Object.values(sections).flatMap(([current]) => {
    const { file, lists = [] } = current?.calendar ?? {}
    return lists.filter(({ kind }) => address === file || address === `${file}?kind=${kind}`)
  })

/** The lists that sections declare, for pages of their own that search engines may show. */
const itemSources = ({ sections }: Pick<LiveComposition, 'sections'>): ListedItems[] =>
  Object.values(sections).flatMap(([current]) => {
    const shown = new Set(current?.pages.filter(isIndexed).map(({ pattern }) => pattern))
    return (current?.sitemap ?? []).filter(({ page }) => shown.has(page))
  })

/** The pages of all items of what sections declare: from the API's list of all items, which other hosts do not have. */
async function itemPages(read: ReadList, sources: ListedItems[]): Promise<ListedPage[]> {
  const all = await read(listItemPages.path, listItemPages.data)
  const listed = itemsOf(
    sources.filter(({ kind }) => !all || !kind),
    ({ list }) => read(list, z.array(listedItem)),
  )
  const known = itemsOf(
    sources.filter(({ kind }) => all && kind),
    async (source) => all?.filter(({ kind }) => kind === source.kind),
  )
  return [...(await known), ...(await listed)]
}

async function itemsOf<Item extends { slug: string }, Source extends Pick<ListedItems, 'list' | 'page'>>(
  sources: Source[],
  read: (source: Source) => Promise<Item[] | undefined>,
): Promise<(Item & { url: string })[]> {
  const urlOf = (pattern: string, slug: string) =>
    (pattern.includes(':') ? pattern : `${pattern}#:slug`).replace(/:\w+/, () => encodeURIComponent(slug))
  const lists = sources.map(async (source) => {
    const items = (await read(source)) ?? []
    return items.filter(({ slug }) => slug !== '').map((item) => ({ ...item, url: urlOf(source.page, item.slug) }))
  })
  return (await Promise.all(lists)).flat()
}

const listedItem = z.object({ slug: z.string(), date: z.optional(z.string()) })

type ReadList = ReturnType<typeof listReader>

const TIMEOUT_MS = 5000
const LIST_WITHOUT_ETAG_MS = 60_000

/** Reads lists of the API; undefined if it has no such list. A list with an ETag is transferred only if it has changed. */
function listReader(settings: Parts['settings']) {
  const known = new Map<string, { list: unknown[]; etag: string | null; readAt: number }>()
  return async <Items extends z.ZodMiniType>(
    path: string,
    items: Items,
    query: Record<string, string> = {},
  ): Promise<z.output<Items> | undefined> => {
    const url = new URL(settings.API_HOST + path)
    url.search = new URLSearchParams(query).toString()
    const last = known.get(url.href)
    if (last && !last.etag && performance.now() - last.readAt < LIST_WITHOUT_ETAG_MS)
      return readLeniently(items, last.list)
    const response = await fetch(url, {
      headers: { ...edgeProof(settings), ...(last?.etag && { 'if-none-match': last.etag }) },
      // It may lead to a service that only this computer reaches.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (last && response.status === 304) return readLeniently(items, last.list)
    const list = await listIn(response, path)
    if (!list) return undefined
    known.set(url.href, { list, etag: response.headers.get('etag'), readAt: performance.now() })
    return readLeniently(items, list)
  }
}

/** A body's `code` decides, whatever the HTTP status. */
async function listIn(response: Response, path: string): Promise<unknown[] | undefined> {
  const body: Record<string, unknown> | null = await response.json().catch((error) => {
    if (!(error instanceof SyntaxError)) throw error
    return null
  })
  const code = Number(body?.code ?? response.status)
  const list = body?.data ?? body?.Data
  if (code < 300 && Array.isArray(list)) return list
  if (code >= 500 || code === 429) throw new Error(`${path}: the API responded with ${code}`)
  return undefined
}
