import type { EventSummary } from '@marram/contracts/event-summary'
import { RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { Section } from '@marram/ui/section'
import { CardGrid, TornCard } from '@marram/ui/torn-card'

/** What a card shows; whole descriptions would only make the page heavy. */
export const eventCards = (events: EventSummary[]) =>
  events.map(({ slug, title, image, date_from, date_to, open, place }) => ({
    slug,
    title,
    image,
    date_from,
    date_to,
    open,
    place,
  }))

type Props = {
  title: string
  /** One sentence for when there are none. */
  empty: string
  cards: ReturnType<typeof eventCards>
  linkTo: (slug: string) => string
}

/** The events of a listing page. Old registration addresses lead here. */
export function OpenEvents({ title, empty, cards, linkTo }: Props) {
  return (
    <Section id="open-events" title={title}>
      {cards.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <CardGrid columns={3}>
          {cards.map(({ slug, title: name, image, date_from, date_to, open, place }) => (
            <li key={slug}>
              <TornCard
                shape="wide"
                to={linkTo(slug)}
                title={name}
                seed={slug}
                image={image}
                chip={open && <RegistrationOpen />}
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
      )}
    </Section>
  )
}
