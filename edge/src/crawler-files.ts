import { acceptedEncoding, encode } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance } from 'fastify'
import { listReader } from './api-reader'
import type { Compositions } from './compositions'
import type { EdgeSettings } from './environment'
import { feedXml } from './feed'
import { feedItems, itemPages, itemSources } from './item-pages'
import { keptText } from './kept-text'
import { robotsText, staticPages } from './robots'
import { sitemapXml } from './sitemap'

type Parts = {
  compositions: Pick<Compositions, 'forVisitor'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

/**
 * What tells crawlers and readers which pages there are, before the proxies are registered. Addresses have the public
 * origin, never the one of the request.
 */
export function registerCrawlerFiles(app: FastifyInstance, { compositions, settings, log }: Parts): void {
  const origin = settings.PUBLIC_URL
  const read = listReader(settings.API_HOST)
  const nobody = () => compositions.forVisitor('')

  const files: Record<string, { type: string; make: () => Promise<string> }> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', make: async () => robotsText(await nobody(), origin) },
    '/sitemap.xml': {
      type: 'application/xml; charset=utf-8',
      make: async () => {
        const live = await nobody()
        const items = await itemPages(read, itemSources(live))
        return sitemapXml([...staticPages(live).map((url) => ({ url })), ...items], origin)
      },
    },
    '/rss.xml': {
      type: 'application/rss+xml; charset=utf-8',
      make: async () =>
        feedXml(await feedItems(read, itemSources(await nobody())), { origin, mediaHost: settings.MEDIA_HOST }),
    },
  }

  for (const [path, { type, make }] of Object.entries(files)) {
    const text = keptText(make, ({ message }) => log.warn({ path, reason: message }, 'the last good one is sent'))
    app.get(path, async (request, reply) => {
      const body = await text()
      reply.headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding' }).type(type)
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      if (!encoding) return reply.send(body)
      return reply.header('content-encoding', encoding).send(await encode(body, encoding))
    })
  }

  // Crawlers may read answers to render a page with them, and not show them as pages.
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
}
