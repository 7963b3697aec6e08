import type { EventState } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { Breadcrumb, type Crumb } from '@marram/ui/breadcrumb'
import { Over, RegistrationClosed, RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './detail-layout.module.css'

type Props = {
  event: Pick<EventSummary, 'slug' | 'title' | 'image' | 'date_from' | 'date_to'>
  state: EventState
  /** From Home down to the list that the event is in. */
  trail: Crumb[]
  ticket: ReactNode
  /** The text. */
  children: ReactNode
  /** Below the text, over the whole width. */
  after?: ReactNode
}

const chips = { open: RegistrationOpen, closed: RegistrationClosed, none: undefined, over: Over }
/** Titles beyond this many characters are set smaller. */
const LONG = 48

/** One event: its picture torn into the page, the words at left, the ticket at right. On phones the ticket follows the dates. */
export function DetailLayout({ event, state, trail, ticket, children, after }: Props) {
  const Chip = chips[state]
  return (
    <div className={css.detail}>
      <div className={css.picture}>
        <Picture src={event.image} width={1600} height={620} sizes="100vw" first />
        <Ridge seed={event.slug} className={css.edge} />
      </div>
      <Wrap className={css.grid}>
        <div className={css.head}>
          <Breadcrumb trail={trail} current={event.title} />
          {Chip && (
            <div className={css.chip}>
              <Chip />
            </div>
          )}
          <h1 className={event.title.length > LONG ? `${css.title} ${css.long}` : css.title}>{event.title}</h1>
          <p className={css.dates}>
            <DateRange from={event.date_from} to={event.date_to} weekdays />
          </p>
        </div>
        <div className={css.ticket}>{ticket}</div>
        <div className={css.text}>{children}</div>
      </Wrap>
      {after}
    </div>
  )
}
