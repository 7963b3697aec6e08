import type { ComingKind } from '@marram/api-contract/coming'
import { paths } from '@marram/api-contract/paths'

type Kind = {
  kind: ComingKind
  /** In addresses: of the finder, and of the calendar that `section.ts` declares. */
  name: string
  title: string
  /** Title of the page that lists them, where it is another one, and its address. */
  page?: string
  to: string
  linkTo: (slug: string) => string
}

const courseOf = (slug: string) => `${paths.courses()}#${slug}`
const finder = { page: 'Campaign & Events', to: paths.campaignEvents() }

export const kinds: Kind[] = [
  { kind: 'event', name: 'campaigns', title: 'Campaigns', ...finder, linkTo: paths.campaignEvent },
  { kind: 'sport', name: 'sports', title: 'Sports', to: paths.sports(), linkTo: paths.sport },
  { kind: 'exhibition', name: 'exhibitions', title: 'Exhibitions', to: paths.exhibitions(), linkTo: paths.exhibition },
  { kind: 'olympiad', name: 'olympiads', title: 'Olympiad', to: paths.olympiads(), linkTo: paths.olympiad },
  { kind: 'ticket', name: 'tickets', title: 'Tickets', to: paths.tickets(), linkTo: paths.ticket },
  { kind: 'submission', name: 'submissions', title: 'Submissions', to: paths.submissions(), linkTo: paths.submission },
  { kind: 'course', name: 'courses', title: 'Courses', to: paths.courses(), linkTo: courseOf },
]

export const kindOf = (kind: ComingKind) => kinds.find((each) => each.kind === kind) as Kind
export const kindNamed = (name: string) => kinds.find((each) => each.name === name)
