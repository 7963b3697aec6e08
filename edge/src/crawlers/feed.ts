import * as z from 'zod/mini'
import { element, escapeXml } from './xml'

const MOST = 20

/** An item of a list that is in the feed. */
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

/** Where pages are, and where pictures are if that is elsewhere. */
type Places = { origin: string; mediaHost: string }

/** RSS 2.0 of the newest items, each with its whole text. Every link has the origin in front. */
export function feedXml(items: FeedItem[], places: Places): string {
  const { origin } = places
  const newest = items.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)).slice(0, MOST)
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
    element('pubDate', moment(date)),
    element('category', category.title),
    element('description', withWholeLinks(description, places)),
  ]
  return `<item>${parts.join('')}</item>`
}

/** A reader knows no page to which `/media/…` could belong. Pictures are where all pictures of the API are. */
const withWholeLinks = (html: string, { origin, mediaHost }: Places) =>
  html.replace(
    /(\s(href|src)=["']?)\/?(?![a-z][\w+.-]*:|[/#"'])/gi,
    (_, before: string, name: string) => `${before}${(/src/i.test(name) && mediaHost) || origin}/`,
  )

function moment(date: string): string | undefined {
  const time = new Date(date)
  return Number.isNaN(time.getTime()) ? undefined : time.toUTCString()
}
