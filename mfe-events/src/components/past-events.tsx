import { FailedBlock } from '@marram/ui/failed-block'
import { Section } from '@marram/ui/section'
import { type EventCard, EventCards } from './event-cards'

type Props = {
  title: string
  /** Undefined where the call for them failed. */
  cards: EventCard[] | undefined
  linkTo: (slug: string) => string
}

/** Events that are over and can still be read about; nothing where there are none. */
export function PastEvents({ title, cards, linkTo }: Props) {
  if (cards?.length === 0) return null
  return (
    <Section id="past-events" title={title}>
      {cards ? (
        <EventCards cards={cards} linkTo={linkTo} columns={4} />
      ) : (
        <FailedBlock title={`${title} could not be loaded.`} />
      )}
    </Section>
  )
}
