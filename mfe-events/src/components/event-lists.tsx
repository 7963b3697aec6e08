import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { ArrowIcon } from '@marram/ui/icons'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import type { ReactNode } from 'react'
import { type EventCard, EventCards } from './event-cards'
import css from './event-lists.module.css'

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

type CountProps = {
  /** Undefined where they could not be loaded. */
  count: number | undefined
  /** The id of the list. */
  to?: string
  /** The words after one, and after several. */
  of?: [string, string]
}

/** How many events the page begins with, in its banner: a link to them. */
export function OpenCount({
  count,
  to = 'open-events',
  of: [one, several] = ['open event', 'open events'],
}: CountProps) {
  if (!count) return null
  return (
    <a className={css.count} href={`#${to}`}>
      {count} {count === 1 ? one : several}
      <ArrowIcon className={css.down} />
    </a>
  )
}

/** The events of a listing page, below its banner. Old registration addresses lead here. */
export function OpenEvents({ title, empty, cards, linkTo, action, children }: OpenProps) {
  return (
    <Section id="open-events" title={title} className={css.first}>
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
