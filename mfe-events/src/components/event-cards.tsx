import { today } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import { stateOf } from './event-state'

/** What a card shows; whole descriptions would only make the page heavy. */
export function eventCards(events: Omit<EventSummary, 'description'>[]) {
  const day = today()
  return events
    .filter(({ title }) => title)
    .map(({ slug, title, image, date_from, date_to, open, form, place }) => ({
      slug,
      title,
      image,
      date_from,
      date_to,
      place,
      state: stateOf({ open, form, date_from, date_to }, day),
    }))
}
export type EventCard = ReturnType<typeof eventCards>[number]

type Props = { cards: EventCard[]; linkTo: (slug: string) => string; action?: string; columns?: 3 | 4 }

export function EventCards({ cards, linkTo, action, columns = 3 }: Props) {
  return (
    <CardGrid columns={columns}>
      {cards.map(({ slug, title, image, date_from, date_to, place, state }) => (
        <li key={slug}>
          <TornCard
            shape={columns === 3 ? 'wide' : 'small'}
            to={linkTo(slug)}
            action={action}
            title={title}
            seed={slug}
            image={image}
            chip={state === 'open' && <RegistrationOpen />}
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
