import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { AddToCalendar } from '@marram/ui/add-to-calendar'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { LinkButton } from '@marram/ui/button'
import { Over, RegistrationClosed, RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { EventTicket } from '@marram/ui/event-ticket'
import { event as eventThing } from '@marram/ui/json-ld'
import { Picture } from '@marram/ui/picture'
import { Prose } from '@marram/ui/prose'
import { Ridge } from '@marram/ui/ridge'
import { Share } from '@marram/ui/share'
import { StructuredData } from '@marram/ui/structured-data'
import { TextLink } from '@marram/ui/text-link'
import { TitleAndDeck } from '@marram/ui/title-and-deck'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import { EventSection } from '../components/event-cards'
import { calendarEntry, type Detail } from '../components/event-detail'
import { EventFacts } from '../components/event-facts'
import css from './detail-layout.module.css'

type Props = {
  detail: Detail
  /** What it is, as in `This exhibition is over.` */
  kind: string
  linkTo: (slug: string) => string
  actions?: ReactNode
  /** The list that the event is in: its address, its title, and the titles of what stands below the event. */
  list: { to: string; title: string; more: string; all: string }
  children?: ReactNode
}

const chips = { open: RegistrationOpen, closed: RegistrationClosed, none: undefined, over: Over }
/** Longer titles are set smaller; in characters. */
const LONG = 48

/** One event: its picture torn into the page, the words at left, the ticket at right. On phones the ticket follows the dates. */
export function DetailLayout({ list, children, ...ticket }: Props) {
  const { detail, linkTo } = ticket
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
          <h1
            className={
              event.title.length > LONG && !event.title.includes(': ') ? `${css.title} ${css.long}` : css.title
            }
          >
            <TitleAndDeck title={event.title} />
          </h1>
          <p className={css.dates}>
            <DateRange from={event.date_from} to={event.date_to} weekdays />
          </p>
        </div>
        <div className={css.ticket}>
          <RegistrationTicket {...ticket} />
        </div>
        <div className={css.text}>
          <PageMeta title={event.title} description={summary} image={event.image} />
          <StructuredData of={eventThing({ ...event, summary }, linkTo(event.slug))} />
          <Prose html={text} />
        </div>
      </Wrap>
      {children}
      <EventSection
        id="more"
        title={list.more}
        ground="mist"
        aside={<TextLink to={list.to}>{list.all}</TextLink>}
        cards={more}
        linkTo={linkTo}
      />
    </div>
  )
}

function RegistrationTicket({ detail: { event, state, summary }, kind, linkTo, actions }: Omit<Props, 'list'>) {
  const { slug, title, date_from, date_to, form } = event
  const entry = state === 'over' ? undefined : calendarEntry(event, linkTo(slug), summary)
  return (
    <EventTicket from={date_from} to={date_to}>
      <EventFacts {...event} />
      {state === 'over' && <p className={css.note}>{`This ${kind} is over.`}</p>}
      {state === 'closed' && <p className={css.note}>Registration is closed.</p>}
      {state === 'none' && <p className={css.note}>There is no registration on this site.</p>}
      {state === 'open' && form && (
        <LinkButton to={paths.registration(form, { event: slug })} size="large">
          REGISTER NOW
        </LinkButton>
      )}
      {actions}
      <div className={css.tools}>
        {entry && <AddToCalendar name={slug} entry={entry} />}
        <Share title={title} />
      </div>
    </EventTicket>
  )
}
