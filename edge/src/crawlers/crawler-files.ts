import { acceptedEncoding, encode } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { expiringCache } from '../limits/expiring-cache'
import type { EdgeSettings } from '../settings'
import { listReader } from './api-reader'
import { feedXml } from './feed'
import { feedItems, itemPages, itemSources } from './item-pages'
import { robotsText, sitemapXml, staticPages } from './sitemap'

/** So long the same text serves everybody, however many ask. */
const FRESH_MS = 1000

type Parts = {
  compositions: Pick<Compositions, 'forVisitor'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

/**
 * Lists the pages for crawlers and feed readers, before the proxies are registered. Addresses have the public
 * origin, never the one of the request.
 */
export function registerCrawlerFiles(app: FastifyInstance, { compositions, settings, log }: Parts): void {
  const origin = settings.PUBLIC_URL
  const read = listReader(settings.API_HOST)
  const anonymous = () => compositions.forVisitor('')

  const files: Record<string, { type: string; create: () => Promise<string> }> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', create: async () => robotsText(await anonymous(), origin) },
    '/sitemap.xml': {
      type: 'application/xml; charset=utf-8',
      create: async () => {
        const live = await anonymous()
        const items = await itemPages(read, itemSources(live))
        return sitemapXml([...staticPages(live).map((url) => ({ url })), ...items], origin)
      },
    },
    '/rss.xml': {
      type: 'application/rss+xml; charset=utf-8',
      create: async () =>
        feedXml(await feedItems(read, itemSources(await anonymous())), { origin, mediaHost: settings.MEDIA_HOST }),
    },
  }

  const texts = expiringCache<string>({
    max: Object.keys(files).length,
    ttl: FRESH_MS,
    async fetchMethod(path, last) {
      try {
        return await files[path]?.create()
      } catch (error) {
        if (last === undefined) throw error
        log.warn({ path, reason: (error as Error).message }, 'the last good one is sent')
        return last
      }
    },
  })

  for (const [path, { type }] of Object.entries(files)) {
    app.get(path, async (request, reply) => {
      const body = await texts.forceFetch(path)
      reply.headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding' }).type(type)
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      if (!encoding) return reply.send(body)
      return reply.header('content-encoding', encoding).send(await encode(body, encoding))
    })
  }

  // Crawlers may read responses to render a page with them, and not show them as pages.
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
}
