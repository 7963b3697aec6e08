import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Section } from '@marram/ui/section'
import type { ReactNode } from 'react'
import { type EventCard, EventCards } from './event-cards'

type Props = {
  title: string
  /** One sentence for when there are none. */
  empty: string
  /** Undefined where the call for them failed. */
  cards: EventCard[] | undefined
  linkTo: (slug: string) => string
  action?: string
  /** Below the cards. */
  children?: ReactNode
}

/** The events of a listing page. Old registration addresses lead here. */
export function OpenEvents({ title, empty, cards, linkTo, action, children }: Props) {
  return (
    <Section id="open-events" title={title} ground="mist">
      {!cards && <FailedBlock title="The list of events could not be loaded." />}
      {cards?.length === 0 && <EmptyState>{empty}</EmptyState>}
      {cards && cards.length > 0 && <EventCards cards={cards} linkTo={linkTo} action={action} />}
      {children}
    </Section>
  )
}
