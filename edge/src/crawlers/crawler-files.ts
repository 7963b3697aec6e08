import { listItemPages } from '@marram/api-contract/item-pages'
import { readLeniently } from '@marram/api-contract/lenient'
import type { ListedItems } from '@marram/release-contract/section'
import { isIndexed } from '@marram/rendering/page-document'
import { acceptedEncoding, encode } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Compositions } from '../compositions/compositions'
import type { LiveComposition } from '../compositions/live-composition'
import { expiringCache } from '../limits/expiring-cache'
import type { EdgeSettings } from '../settings'
import { type FeedItem, feedEntry, feedXml, type ListedPage, robotsText, sitemapXml, staticPages } from './documents'

/** For so long one text is sent to all clients, however many ask. */
const FRESH_MS = 1000

type Parts = {
  compositions: Pick<Compositions, 'forVisitor'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

/** Lists the pages for crawlers and feed readers. Addresses have the public origin, never the one of the request. */
export function registerCrawlerFiles(app: FastifyInstance, { compositions, settings, log }: Parts): void {
  const origin = settings.PUBLIC_URL
  const read = listReader(settings.API_HOST)

  function serve(path: string, type: string, create: (live: LiveComposition) => string | Promise<string>): void {
    const texts = expiringCache<string>({
      max: 1,
      ttl: FRESH_MS,
      async fetchMethod(_, last) {
        try {
          return await create(await compositions.forVisitor(''))
        } catch (error) {
          if (last === undefined) throw error
          log.warn({ path, reason: (error as Error).message }, 'the last good one is sent')
          return last
        }
      },
    })
    app.get(path, async (request, reply) => {
      const body = await texts.forceFetch(path)
      reply.headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding' }).type(`${type}; charset=utf-8`)
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      if (!encoding) return reply.send(body)
      return reply.header('content-encoding', encoding).send(await encode(body, encoding))
    })
  }

  serve('/robots.txt', 'text/plain', (live) => robotsText(live, origin))
  serve('/sitemap.xml', 'application/xml', async (live) => {
    const items = await itemPages(read, itemSources(live))
    return sitemapXml([...staticPages(live).map((url) => ({ url })), ...items], origin)
  })
  serve('/rss.xml', 'application/rss+xml', async (live) => {
    const items = await feedItems(read, itemSources(live))
    return feedXml(items, { origin, mediaHost: settings.MEDIA_HOST })
  })

  // Crawlers may read responses to render a page with them, and not show them as pages.
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
}

/** The lists that sections declare, for pages of their own that search engines may show. */
const itemSources = ({ sections }: Pick<LiveComposition, 'sections'>): ListedItems[] =>
  Object.values(sections).flatMap(([current]) => {
    const shown = new Set(current?.pages.filter(isIndexed).map(({ pattern }) => pattern))
    return (current?.sitemap ?? []).filter(({ page }) => shown.has(page))
  })

/** The page of every item. Another API host than ours does not list them at once, but has the lists that sections name. */
async function itemPages(read: ReadList, sources: ListedItems[]): Promise<ListedPage[]> {
  const pages = await read(listItemPages.path, listItemPages.data)
  if (pages) return pages.filter(({ url }) => url.startsWith('/'))
  return itemsOf(sources, (list) => read(list, z.array(listedItem)))
}

/** The newest items of the lists that are in the feed. A host without paging sends everything. */
const feedItems = (read: ReadList, sources: ListedItems[]): Promise<FeedItem[]> =>
  itemsOf(
    sources.filter(({ feed }) => feed),
    (list) => read(list, z.array(feedEntry), { page: '1', page_size: '20' }),
  )

async function itemsOf<Item extends { slug: string }>(
  sources: ListedItems[],
  read: (list: string) => Promise<Item[] | undefined>,
): Promise<(Item & { url: string })[]> {
  const urlOf = (pattern: string, slug: string) => pattern.replace(/:\w+/, () => encodeURIComponent(slug))
  const lists = sources.map(async ({ list, page }) => {
    const items = (await read(list)) ?? []
    return items.filter(({ slug }) => slug !== '').map((item) => ({ ...item, url: urlOf(page, item.slug) }))
  })
  return (await Promise.all(lists)).flat()
}

const listedItem = z.object({ slug: z.string(), date: z.optional(z.string()) })

type ReadList = ReturnType<typeof listReader>
type Known = { data: unknown; etag: string | null; readAt: number }

const TIMEOUT_MS = 5000
/** For so long a list without an ETag is cached. */
const LIST_MS = 60_000

/**
 * Reads lists of the API: undefined where it has no such list. One that has an ETag is asked for every time and sent only
 * where it has changed.
 */
function listReader(apiHost: string) {
  const known = new Map<string, Known>()
  return async <Items extends z.ZodMiniType>(
    path: string,
    items: Items,
    query: Record<string, string> = {},
  ): Promise<z.output<Items> | undefined> => {
    const url = new URL(apiHost + path)
    url.search = new URLSearchParams(query).toString()
    const last = known.get(url.href)
    if (last && !last.etag && performance.now() - last.readAt < LIST_MS) return last.data as z.output<Items>
    const response = await fetch(url, {
      headers: last?.etag ? { 'if-none-match': last.etag } : {},
      // It may lead to a service that only this computer reaches.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (last && response.status === 304) return last.data as z.output<Items>
    const list = await listIn(response, path)
    if (!list) return undefined
    const data = readLeniently(items, list)
    known.set(url.href, { data, etag: response.headers.get('etag'), readAt: performance.now() })
    return data
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
  if (code >= 500 || code === 429) throw new Error(`${path}: the API answered with ${code}`)
  return undefined
}
