import type { SearchHit } from '@marram/api-contract/search'
import type { Tone } from '@marram/ui/chip'

type Kind = SearchHit['kind']
type Words = {
  /** One of them, on a chip. */
  one: string
  /** All of them, as a choice. */
  all: string
  tone: Tone
}

/** Kinds of what can be found in the words of the site, in the order in which they are offered. */
export const kindWords: Record<Kind, Words> = {
  'main-news': { one: 'News', all: 'News', tone: 'coast' },
  news: { one: 'Report', all: 'Reports', tone: 'coast' },
  publication: { one: 'Publication', all: 'Publications', tone: 'quiet' },
  media: { one: 'Film', all: 'Films', tone: 'courses' },
  sport: { one: 'Sport', all: 'Sports', tone: 'sports' },
  olympiad: { one: 'Olympiad', all: 'Olympiad', tone: 'olympiad' },
  ticket: { one: 'Ticket', all: 'Tickets', tone: 'tickets' },
  exhibition: { one: 'Exhibition', all: 'Exhibitions', tone: 'exhibitions' },
  submission: { one: 'Submission', all: 'Submissions', tone: 'submissions' },
  course: { one: 'Course', all: 'Courses', tone: 'courses' },
  event: { one: 'Event', all: 'Campaign & Events', tone: 'coast' },
  initiative: { one: 'Initiative', all: 'Tech Initiatives', tone: 'coast' },
}

export const kinds = Object.keys(kindWords) as Kind[]

export const isKind = (text: string): text is Kind => Object.hasOwn(kindWords, text)
