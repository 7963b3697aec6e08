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
