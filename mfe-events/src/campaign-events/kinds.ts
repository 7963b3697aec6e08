import type { ComingKind } from '@marram/api-contract/coming'
import { paths } from '@marram/api-contract/paths'

/** `name` is in addresses: of the finder, and of the calendar that `section.ts` declares. */
type Kind = { kind: ComingKind; name: string; title: string; linkTo: (slug: string) => string }

export const kinds: Kind[] = [
  { kind: 'event', name: 'campaigns', title: 'Campaigns', linkTo: paths.campaignEvent },
  { kind: 'sport', name: 'sports', title: 'Sports', linkTo: paths.sport },
  { kind: 'exhibition', name: 'exhibitions', title: 'Exhibitions', linkTo: paths.exhibition },
  { kind: 'olympiad', name: 'olympiads', title: 'Olympiad', linkTo: paths.olympiad },
  { kind: 'ticket', name: 'tickets', title: 'Tickets', linkTo: paths.ticket },
  { kind: 'submission', name: 'submissions', title: 'Submissions', linkTo: paths.submission },
  { kind: 'course', name: 'courses', title: 'Courses', linkTo: (slug) => `${paths.courses()}#${slug}` },
]

export const kindOf = (kind: ComingKind) => kinds.find((each) => each.kind === kind) as Kind
export const kindNamed = (name: string) => kinds.find((each) => each.name === name)
