import { FailedBlock } from '@marram/ui/failed-block'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { type EventCard, EventCards } from './event-cards'

type Props = {
  title: string
  /** Undefined where the call for them failed. */
  cards: EventCard[] | undefined
  linkTo: (slug: string) => string
  /** Words and address of the whole list. */
  all: { title: string; to: string }
}

/** Below an event: others of its kind, and the way to all of them. */
export function MoreEvents({ title, cards, linkTo, all }: Props) {
  if (cards?.length === 0) return null
  return (
    <Section id="more" title={title} ground="mist" aside={<TextLink to={all.to}>{all.title}</TextLink>}>
      {cards ? <EventCards cards={cards} linkTo={linkTo} /> : <FailedBlock title={`${title} could not be loaded.`} />}
    </Section>
  )
}
