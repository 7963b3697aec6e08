import { PageMeta } from '@marram/sdk/page-meta'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Over, RegistrationClosed, RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { event as eventThing } from '@marram/ui/json-ld'
import { Picture } from '@marram/ui/picture'
import { Prose } from '@marram/ui/prose'
import { Ridge } from '@marram/ui/ridge'
import { StructuredData } from '@marram/ui/structured-data'
import { Wrap } from '@marram/ui/wrap'
import type { ComponentProps, ReactNode } from 'react'
import type { Detail } from '../components/event-detail'
import { MoreEvents } from '../components/event-lists'
import { RegistrationTicket } from '../components/registration-ticket'
import css from './detail-layout.module.css'

type Props = Pick<ComponentProps<typeof RegistrationTicket>, 'kind' | 'linkTo' | 'facts' | 'actions'> & {
  detail: Detail
  /** The list that the event is in: its address, its title, and the titles of what stands below the event. */
  list: { to: string; title: string; more: string; all: string }
  /** Between the text and other events, over the whole width. */
  children?: ReactNode
}

const chips = { open: RegistrationOpen, closed: RegistrationClosed, none: undefined, over: Over }
/** Longer titles are set smaller; in characters. */
const LONG = 48

/** One event: its picture torn into the page, the words at left, the ticket at right. On phones the ticket follows the dates. */
export function DetailLayout({ detail, linkTo, list, children, ...ticket }: Props) {
  const { event, state, text, summary, more } = detail
  const Chip = chips[state]
  return (
    <div className={css.detail}>
      <div className={css.picture}>
        <Picture src={event.image} width={1600} height={620} sizes="100vw" first wide />
        <Ridge seed={event.slug} className={css.edge} />
      </div>
      <Wrap className={css.grid}>
        <div className={css.head}>
          <Breadcrumb trail={[{ title: list.title, to: list.to }]} current={event.title} />
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
        <div className={css.ticket}>
          <RegistrationTicket {...detail} {...ticket} linkTo={linkTo} />
        </div>
        <div className={css.text}>
          <PageMeta title={event.title} description={summary} image={event.image} />
          <StructuredData of={eventThing({ ...event, summary }, linkTo(event.slug))} />
          <Prose html={text} />
        </div>
      </Wrap>
      {children}
      <MoreEvents title={list.more} cards={more} linkTo={linkTo} all={{ title: list.all, to: list.to }} />
    </div>
  )
}
