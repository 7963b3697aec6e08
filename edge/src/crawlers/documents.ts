import { isIndexed } from '@marram/rendering/page-document'
import * as z from 'zod/mini'
import type { LiveComposition } from '../compositions/live-composition'

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not have
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const escapeXml = (text: string): string =>
  text.replace(notInXml, '').replace(/[&<>"']/g, (character) => references[character] as string)

const element = (name: string, text: string | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : ''

const MOST_IN_SITEMAP = 50_000

export type ListedPage = { url: string; date?: string }

export function sitemapXml(pages: ListedPage[], origin: string): string {
  const once = [...new Map(pages.map((page) => [page.url, page])).values()].slice(0, MOST_IN_SITEMAP)
  const urls = once.map(
    ({ url, date }) => `<url>${element('loc', origin + url)}${element('lastmod', dayOf(date))}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

const dayOf = (date = '') => (Number.isNaN(Date.parse(date)) ? undefined : /^\d{4}-\d\d-\d\d/.exec(date)?.[0])

/** robots.txt. Crawlers may read files of releases and responses of the API: to render an app shell they need both. */
export function robotsText(live: Pick<LiveComposition, 'pages'>, origin: string): string {
  const found = live.pages.filter(({ page }) => isIndexed(page)).map(({ page }) => page.pattern)
  const personal = live.pages
    .filter(({ page }) => page.private || page.requiresLogin)
    .flatMap(({ page }) => crawlerRules(page.pattern))
    // Such a page also has `noindex` itself, so a rule that would block an indexed page is left out.
    .filter((start) => !found.some((pattern) => pattern.startsWith(start)))
  return [
    'User-agent: *',
    'Allow: /releases/files/',
    ...['/releases/', '/console/', ...new Set(personal)].map((start) => `Disallow: ${start}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Rules for a page: a prefix of its address, or the whole address, which a slash and a query may follow. */
function crawlerRules(pattern: string): string[] {
  const start = pattern.replace(/:.*/, '')
  if (start !== pattern) return [start]
  return [pattern, `${pattern}/`.replace('//', '/')].flatMap((path) => [`${path}$`, `${path}?`])
}

/** Complete addresses of sections that search engines may show; those with parameters come from the API. */
export const staticPages = (live: Pick<LiveComposition, 'pages'>): string[] =>
  live.pages
    .filter(({ page }) => !page.pattern.includes(':') && isIndexed(page))
    .map(({ page }) => page.pattern)
    .toSorted()

const MOST_IN_FEED = 20

export const feedEntry = z.object({
  slug: z.string(),
  title: z.string(),
  /** HTML. */
  description: z.string(),
  /** A day, as `2027-04-17`. */
  date: z.string(),
  category: z.object({ title: z.string() }),
})
export type FeedItem = Omit<z.infer<typeof feedEntry>, 'slug'> & { url: string }

type Places = { origin: string; mediaHost: string }

export function feedXml(items: FeedItem[], places: Places): string {
  const { origin } = places
  const newest = items.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)).slice(0, MOST_IN_FEED)
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Marram</title>
<link>${escapeXml(origin)}/</link>
<description>News of what Marram does, and reports from its events</description>
<language>en</language>
<atom:link href="${escapeXml(origin)}/rss.xml" rel="self" type="application/rss+xml"/>
${newest.map((item) => feedItem(item, places)).join('\n')}
</channel>
</rss>
`
}

function feedItem({ title, description, date, category, url }: FeedItem, places: Places): string {
  const address = places.origin + url
  const parts = [
    element('title', title),
    element('link', address),
    element('guid', address),
    element('pubDate', Number.isNaN(Date.parse(date)) ? undefined : new Date(date).toUTCString()),
    element('category', category.title),
    element('description', withWholeLinks(description, places)),
  ]
  return `<item>${parts.join('')}</item>`
}

/** Feed readers cannot resolve a relative `/media/…`. The host is that of all pictures of the API. */
const withWholeLinks = (html: string, { origin, mediaHost }: Places) =>
  html.replace(
    /(\s(href|src)=["']?)\/?(?![a-z][\w+.-]*:|[/#"'])/gi,
    (_, before: string, name: string) => `${before}${(/src/i.test(name) && mediaHost) || origin}/`,
  )
