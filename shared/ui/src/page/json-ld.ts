import { configuration, imageUrl } from '@marram/sdk/configuration'
import { SITE_NAME } from '@marram/sdk/page-meta'
import { calendarDay, daysFrom } from '../text/dates'

/** Something in the words of schema.org. */
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

/** A path or URL as crawlers need it: with the origin in front. */
export const absolute = (url: string) => (/^\/(?!\/)/.test(url) ? configuration().origin + url : url)

/** Whom the site belongs to, where something else refers to it. */
const publisher = (): Thing => ({ '@type': 'Organization', name: SITE_NAME, url: absolute('/') })

/** Tools take an empty value for a mistake. */
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

/** Something that takes place. Undefined where it is not known where or when: search engines take no event without. */
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

/** The way from Home to a page, which comes last and needs no address. */
export const breadcrumbs = (trail: Step[], current: string): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [...trail.map(({ title, to }) => ({ name: title, item: absolute(to) })), { name: current }].map(
    (step, i) => ({ '@type': 'ListItem', position: i + 1, ...step }),
  ),
})
