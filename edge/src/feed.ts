import type { NewsItem } from '@marram/contracts/news'
import { element, escapeXml } from './xml'

const MOST = 20

export type FeedItem = Pick<NewsItem, 'title' | 'description' | 'date'> & { category: { title: string }; url: string }

/** RSS 2.0 of the newest items, each with its whole text. Every link has the origin in front. */
export function feedXml(items: FeedItem[], origin: string): string {
  const newest = items.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)).slice(0, MOST)
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Marram</title>
<link>${escapeXml(origin)}/</link>
<description>News of what Marram does, and reports from its events</description>
<language>en</language>
<atom:link href="${escapeXml(origin)}/rss.xml" rel="self" type="application/rss+xml"/>
${newest.map((item) => feedItem(item, origin)).join('\n')}
</channel>
</rss>
`
}

function feedItem({ title, description, date, category, url }: FeedItem, origin: string): string {
  const parts = [
    element('title', title),
    element('link', origin + url),
    element('guid', origin + url),
    element('pubDate', moment(date)),
    element('category', category.title),
    element('description', withWholeLinks(description, origin)),
  ]
  return `<item>${parts.join('')}</item>`
}

/** A reader knows no page to which `/media/…` could belong. */
const withWholeLinks = (html: string, origin: string) =>
  html.replace(/(\s(?:href|src)=["']?)(?=\/(?!\/))/gi, `$1${origin}`)

function moment(date: string): string | undefined {
  const time = new Date(date)
  return Number.isNaN(time.getTime()) ? undefined : time.toUTCString()
}
