import { timing, today } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { DateRange } from '@marram/ui/date-range'
import { FailedBlock } from '@marram/ui/failed-block'
import { ArrowIcon } from '@marram/ui/icons'
import { Section } from '@marram/ui/section'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import type { ComponentProps } from 'react'
import css from './event-cards.module.css'
import { daysOf, stateOf } from './event-state'
import { StateChip } from './state-chip'

/** What a card shows; whole descriptions would only make the page heavy. */
export function eventCards(events: Omit<EventSummary, 'description'>[]) {
  const day = today()
  return events
    .filter(({ title }) => title)
    .map(({ slug, title, image, date_from, date_to, open, form, place, time, fee }) => ({
      slug,
      title,
      image,
      date_from,
      date_to,
      place,
      time,
      fee,
      state: stateOf({ open, form, date_from, date_to }, day),
      comes: timing(daysOf({ date_from, date_to }), day) === 'coming',
    }))
}
export type EventCard = ReturnType<typeof eventCards>[number]

/** `led`: the first is the one that comes next. */
type Props = {
  cards: EventCard[]
  linkTo: (slug: string) => string
  action?: string
  columns?: 3 | 4
  led?: boolean
}

export function EventCards({ cards, linkTo, action, columns = 3, led }: Props) {
  return (
    <CardGrid columns={columns} led={led}>
      {cards.map(({ slug, title, image, date_from, date_to, place, state, comes }) => (
        <li key={slug}>
          <TornCard
            shape={columns === 3 ? 'wide' : 'small'}
            to={linkTo(slug)}
            action={action}
            title={title}
            seed={slug}
            image={image}
            chip={<StateChip state={state} comes={comes} />}
            meta={
              <>
                <span>
                  <DateRange from={date_from} to={date_to} />
                </span>
                {place && <span>{place}</span>}
              </>
            }
          />
        </li>
      ))}
    </CardGrid>
  )
}

/** `to` is the id of the list, `of` has the words after one and after several. */
type CountProps = { count: number | undefined; to: string; of: [string, string] }

export function OpenCount({ count, to, of: [one, several] }: CountProps) {
  if (!count) return null
  return (
    <a className={css.count} href={`#${to}`}>
      {count} {count === 1 ? one : several}
      <ArrowIcon className={css.down} />
    </a>
  )
}

/** `cards` are undefined if the call for them failed. */
type SectionProps = Omit<Props, 'cards'> &
  Omit<ComponentProps<typeof Section>, 'children'> & { cards: EventCard[] | undefined }

/** A section of events beside those that the page is about; nothing where there are none. */
export function EventSection({ cards, linkTo, columns, ...section }: SectionProps) {
  if (cards?.length === 0) return null
  return (
    <Section {...section}>
      {cards ? (
        <EventCards cards={cards} linkTo={linkTo} columns={cards.length > 3 || cards.length === 1 ? columns : 3} />
      ) : (
        <FailedBlock title={`${section.title} could not be loaded.`} />
      )}
    </Section>
  )
}
