import { configuration, imageUrl } from '@marram/sdk/configuration'
import { SITE_NAME } from '@marram/sdk/page-meta'
import { calendarDay, daysFrom } from '../text/dates'

/** An item of schema.org. */
export type Thing = { '@type': string; [property: string]: unknown }

type Step = { title: string; to: string }
type Text = { title: string; summary: string; image: string; date: string }
type Occasion = {
  title: string
  image: string
  date_from: string
  date_to: string
  place?: string
  summary: string
}

/** A path or URL with the origin, as crawlers need it. */
export const absolute = (url: string) => (/^\/(?!\/)/.test(url) ? configuration().origin + url : url)

const publisher = (): Thing => ({ '@type': 'Organization', name: SITE_NAME, url: absolute('/') })

/** An empty value would be an error for crawlers. */
const picture = (image: string) => (image ? { image: [absolute(imageUrl(image))] } : {})
const words = (name: string, text: string) => (text ? { [name]: text } : {})

/** News, a history or a publication. `to` is its page. */
export const article = ({ title, summary, image, date }: Text, to: string): Thing => ({
  '@type': 'Article',
  headline: title,
  ...words('description', summary),
  ...picture(image),
  ...words('datePublished', date),
  author: publisher(),
  publisher: publisher(),
  mainEntityOfPage: absolute(to),
})

/** Undefined without place or date: search engines require both. */
export function event({ title, summary, image, date_from, date_to, place }: Occasion, to: string): Thing | undefined {
  if (!place || !date_from) return undefined
  return {
    '@type': 'Event',
    name: title,
    ...words('description', summary),
    ...picture(image),
    startDate: date_from,
    // An end before the start is a mistake.
    endDate: daysFrom(date_from, date_to)?.last === calendarDay(date_to) ? date_to : date_from,
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: place, address: place },
    organizer: publisher(),
    url: absolute(to),
  }
}

/** The page itself comes last and needs no address. */
export const breadcrumbs = (trail: Step[], current: string): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [...trail.map(({ title, to }) => ({ name: title, item: absolute(to) })), { name: current }].map(
    (step, i) => ({ '@type': 'ListItem', position: i + 1, ...step }),
  ),
})
