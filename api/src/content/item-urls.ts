import { paths } from '@marram/api-contract/paths'

/** Kinds of what can be found, and the page of an item of each; items without a page of their own are on their list. */
export const urlOf = {
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
} satisfies Record<string, (slug: string) => string>
export type SearchKind = keyof typeof urlOf

/** Pages that show reviews of an area, the one about us first. */
const { about, sports, olympiads, tickets, exhibitions, submissions, courses } = paths
const areaPages = [about, sports, olympiads, tickets, exhibitions, submissions, courses].map((path) => path())

/** An area is named as its page. */
export const urlOfReview = (areas: string[]): string =>
  `${areaPages.find((page) => areas.includes(page.slice(1))) ?? about()}#experts`
