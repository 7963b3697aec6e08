import type { FormEvent } from '@marram/api-contract/forms'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { DateRange } from '@marram/ui/date-range'
import { EventTicket } from '@marram/ui/event-ticket'
import { ScriptNote } from '@marram/ui/form-notes'
import { CheckIcon } from '@marram/ui/icons'
import { Picture } from '@marram/ui/picture'
import { TwoHalves } from '@marram/ui/two-halves'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import pencil from '../art/submit-your-work.svg'
import { EventFacts } from '../components/event-facts'
import { daysOf } from '../components/event-state'
import informationCss from './event-information.module.css'
import css from './form-page.module.css'
import { wayTo } from './own-event'

const phone = { shown: '020 7946 0112', href: 'tel:+442079460112' }

/** The same beside every form: they come from no server. */
const requirements = [
  'If you are under sixteen, fill it in together with an adult.',
  'A picture that you send is used for what its question says, and for nothing else.',
  `If something changes or you cannot come after all, ring us on ${phone.shown}.`,
]

/** The same beside the form for work of one's own. */
const requirementsOfWork = [
  'If you are under sixteen, send it together with an adult.',
  'Send what is your own, or ask whoever made it first.',
  `If you change your mind, ring us on ${phone.shown}.`,
]

type Props = {
  title: string
  /** By default the text for forms that are open. */
  intro?: ReactNode
  event: FormEvent | undefined
  over: boolean | undefined
  /** Whether the form takes work of one's own, and registers nobody. */
  isWork: boolean
  /** Whether it takes nothing, by phone neither. */
  isClosed: boolean
  children: ReactNode
}

export function FormPage({ title, intro, children, event, over, isWork, isClosed }: Props) {
  const about =
    intro ||
    'It takes a few minutes. We keep a draft on this device while you type, so you can close the page and come back.'
  const byPhone = !isClosed && (
    <ScriptNote>
      <ByPhone isWork={isWork} />
    </ScriptNote>
  )
  if (isWork)
    return (
      <TwoHalves
        title={title}
        intro={about}
        art={`${pencil}#wide`}
        horizon="62%"
        long
        way={<Breadcrumb trail={submissions} current={title} />}
      >
        <div className={css.flat}>
          <Requirements title="Before you send it" of={requirementsOfWork} />
          {byPhone}
          {children}
        </div>
      </TwoHalves>
    )
  return (
    <div className={css.page}>
      <Wrap>
        <Breadcrumb trail={wayTo(event)} current={title} />
        <div className={css.columns}>
          <div className={css.head}>
            <h1 className={css.title}>{title}</h1>
            <p className={css.intro}>{about}</p>
            {byPhone}
          </div>
          <div className={`${css.side} ${informationCss.side}`}>
            <EventInformation event={event} over={over} />
            {!isClosed && <Requirements title="Good to know" of={requirements} />}
          </div>
          <div className={css.form}>{children}</div>
        </div>
      </Wrap>
    </div>
  )
}

const submissions = [{ title: 'Submissions', to: paths.submissions() }]

function EventInformation({ event, over }: Pick<Props, 'event' | 'over'>) {
  if (!event || !hasDetails(event)) return null
  return (
    <EventTicket
      picture={
        event.image && <Picture src={event.image} width={372} height={170} wide className={informationCss.picture} />
      }
    >
      <h2 className={informationCss.heading}>{event.title || 'Event information'}</h2>
      {over && <p className={informationCss.over}>This event is over.</p>}
      <EventFacts {...event} dates={daysOf(event) && <DateRange from={event.date_from} to={event.date_to} />} />
      {event.url && (
        <Link className={informationCss.more} to={event.url}>
          About this event
        </Link>
      )}
    </EventTicket>
  )
}

function Requirements({ title, of: all }: { title: string; of: string[] }) {
  return (
    <section aria-labelledby="requirements">
      <h2 className={informationCss.heading} id="requirements">
        {title}
      </h2>
      <ul className={informationCss.list}>
        {all.map((requirement) => (
          <li key={requirement}>
            <CheckIcon className={informationCss.tick} />
            {requirement}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Other hosts may send an event that is empty. */
const hasDetails = ({ title, place, time, fee, ...event }: FormEvent) =>
  Boolean(title || daysOf(event) || place || time || fee)

export const ByPhone = ({ isWork = false }) => (
  <>
    {isWork ? 'Ring us, and we find another way' : 'You can also register by phone'}:{' '}
    <a href={phone.href}>{phone.shown}</a>.
  </>
)
