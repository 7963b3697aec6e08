import type { ComingEvent, ComingKind } from '@marram/api-contract/coming'
import { paths } from '@marram/api-contract/paths'
import * as api from '../api'

type Listed = Omit<ComingEvent, 'kind'>

export type Kind = {
  kind: ComingKind
  /** In addresses: of the finder, and of the calendar that `section.ts` declares. */
  name: string
  title: string
  linkTo: (slug: string) => string
  /** For an API host that does not list all kinds at once. */
  list: (signal: AbortSignal) => Promise<Listed[]>
}

/** Everything that takes place, in the order in which it is offered. */
export const kinds: Kind[] = [
  { kind: 'event', name: 'campaigns', title: 'Campaigns', linkTo: paths.campaignEvent, list: api.listCampaignEvents },
  { kind: 'sport', name: 'sports', title: 'Sports', linkTo: paths.sport, list: api.listSports },
  {
    kind: 'exhibition',
    name: 'exhibitions',
    title: 'Exhibitions',
    linkTo: paths.exhibition,
    list: api.listExhibitions,
  },
  { kind: 'olympiad', name: 'olympiads', title: 'Olympiad', linkTo: paths.olympiad, list: api.listOlympiads },
  { kind: 'ticket', name: 'tickets', title: 'Tickets', linkTo: paths.ticket, list: api.listTickets },
  {
    kind: 'submission',
    name: 'submissions',
    title: 'Submissions',
    linkTo: paths.submission,
    list: api.listSubmissions,
  },
  {
    kind: 'course',
    name: 'courses',
    title: 'Courses',
    linkTo: (slug) => `${paths.courses()}#${slug}`,
    list: listCourses,
  },
]

export const kindOf = (kind: ComingKind) => kinds.find((each) => each.kind === kind) as Kind
export const kindNamed = (name: string) => kinds.find((each) => each.name === name)

/** Courses as events of the one day on which they begin. */
async function listCourses(signal: AbortSignal): Promise<Listed[]> {
  const courses = await api.listCourses(signal)
  return courses.map(({ date, ...course }) => ({ ...course, date_from: date, date_to: date, open: true }))
}
