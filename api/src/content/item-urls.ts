import { paths } from '@marram/api-contract/paths'
import type { SearchKind } from '@marram/api-contract/search'

/** The page of an item of each kind; items without a page of their own are on their list. */
export const urlOf: Record<SearchKind, (slug: string) => string> = {
  'main-news': paths.newsItem,
  news: paths.history,
  publication: paths.publication,
  media: (slug) => `${paths.digitalMedia({ film: slug })}#${slug}`,
  sport: paths.sport,
  olympiad: paths.olympiad,
  ticket: paths.ticket,
  exhibition: paths.exhibition,
  submission: paths.submission,
  course: (slug) => `${paths.courses()}#${slug}`,
  event: paths.campaignEvent,
  initiative: paths.techInitiative,
  person: () => `${paths.about()}#support-team`,
  review: () => urlOfReview([]),
}

/** Pages that show reviews of an area, the one about us first. */
const { about, sports, olympiads, tickets, exhibitions, submissions, courses } = paths
const areaPages = [about, sports, olympiads, tickets, exhibitions, submissions, courses].map((path) => path())

/** An area is named as its page. */
export const urlOfReview = (areas: string[]): string =>
  `${areaPages.find((page) => areas.includes(page.slice(1))) ?? about()}#experts`
