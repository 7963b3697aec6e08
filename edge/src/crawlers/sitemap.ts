import { isIndexed, type LiveComposition } from '../compositions/live-composition'
import { element } from './xml'

/** The format has no room for more in one file. */
const MOST = 50_000

export type ListedPage = { url: string; date?: string }

/** sitemap.xml of pages by their path. A date that is none is left out. */
export function sitemapXml(pages: ListedPage[], origin: string): string {
  const once = [...new Map(pages.map((page) => [page.url, page])).values()].slice(0, MOST)
  const urls = once.map(
    ({ url, date }) => `<url>${element('loc', origin + url)}${element('lastmod', dayOf(date))}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

const dayOf = (date = '') => (Number.isNaN(Date.parse(date)) ? undefined : /^\d{4}-\d\d-\d\d/.exec(date)?.[0])

/**
 * robots.txt. Files of releases and responses of the API may be read: a crawler that gets a page as the app shell needs both to
 * see what is on it. A header keeps search engines from showing them as pages.
 */
export function robotsText(live: Pick<LiveComposition, 'pages'>, origin: string): string {
  const personal = live.pages
    .filter(({ page }) => page.private || page.requiresLogin)
    .map(({ page }) => page.pattern.replace(/:.*/, ''))
    .filter((start) => start !== '/')
  return [
    'User-agent: *',
    'Allow: /releases/files/',
    ...['/releases/', '/console/', ...new Set(personal)].map((start) => `Disallow: ${start}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Whole addresses of sections that search engines may show; those with parameters are the API's to know. */
export const staticPages = (live: Pick<LiveComposition, 'pages'>): string[] =>
  live.pages
    .filter(({ page }) => !page.pattern.includes(':') && isIndexed(page))
    .map(({ page }) => page.pattern)
    .toSorted()
