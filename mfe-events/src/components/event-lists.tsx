import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import type { ReactNode } from 'react'
import { type EventCard, EventCards } from './event-cards'

type Props = {
  title: string
  /** Undefined where the call for them failed. */
  cards: EventCard[] | undefined
  linkTo: (slug: string) => string
}
type OpenProps = Props & {
  /** One sentence for when there are none. */
  empty: string
  action?: string
  /** Below the cards. */
  children?: ReactNode
}

/** The events of a listing page. Old registration addresses lead here. */
export function OpenEvents({ title, empty, cards, linkTo, action, children }: OpenProps) {
  return (
    <Section id="open-events" title={title} ground="mist">
      {!cards && <FailedBlock title="The list of events could not be loaded." />}
      {cards?.length === 0 && <EmptyState>{empty}</EmptyState>}
      {cards && cards.length > 0 && <EventCards cards={cards} linkTo={linkTo} action={action} />}
      {children}
    </Section>
  )
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

/** Other events of the same kind, below an event, and a link to `all` of them. */
export function MoreEvents({ title, cards, linkTo, all }: Props & { all: { title: string; to: string } }) {
  if (cards?.length === 0) return null
  return (
    <Section id="more" title={title} ground="mist" aside={<TextLink to={all.to}>{all.title}</TextLink>}>
      {cards ? <EventCards cards={cards} linkTo={linkTo} /> : <FailedBlock title={`${title} could not be loaded.`} />}
    </Section>
  )
}
