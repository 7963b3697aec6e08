import { MOST_COMING } from '@marram/api-contract/coming'
import { today } from '@marram/api-contract/event-state'
import { listCampaignEvents } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import { Button, LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { ArrowIcon } from '@marram/ui/icons'
import { absolute } from '@marram/ui/json-ld'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Section } from '@marram/ui/section'
import { titleAlone } from '@marram/ui/title-and-deck'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Fragment, type ReactNode } from 'react'
import morning from '../art/campaign-events.svg'
import { eventCards, OpenCount } from '../components/event-cards'
import { kindNamed } from '../components/event-kinds'
import css from './campaign-events.module.css'
import { loadComing } from './coming'
import { EventRows } from './event-rows'
import {
  type Asked,
  askedIn,
  asShown,
  foundIn,
  groupsOf,
  monthAfter,
  monthPlan,
  monthsOf,
  monthTitle,
  runsIn,
} from './finder'
import { FinderForm } from './finder-form'
import { MonthCalendar } from './month-calendar'

const PAGE_SIZE = 60
/** Of the places that are offered while one is typed. */
const MOST_PLACES = 100

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const asked = askedIn(new URL(url))
  const day = today()
  const campaigns = unlessFailed(get(listCampaignEvents, { signal }))
  const { events, failed } = await loadComing(signal, campaigns)
  const found = foundIn(events, asked)
  const [months, foundMonths] = [monthsOf(events, day), monthsOf(found, day)]
  const isCalendar = asked.view === 'calendar'
  const present = day.slice(0, 7)
  const month = asked.month || (isCalendar ? (foundMonths[0] ?? present) : '')
  const shown = month ? found.filter(runsIn(month)) : found
  const listed = asShown(shown, month, day)
  const pages = isCalendar ? 1 : Math.max(1, Math.ceil(shown.length / PAGE_SIZE))
  const page = Math.min(asked.page, pages)
  const isWhole = !asked.month && !asked.kind && !asked.place && !isCalendar && page === 1
  const past = isWhole ? await campaigns : []
  return {
    asked: { ...asked, page },
    day,
    month,
    months,
    places: [...new Set(events.flatMap(({ place }) => place || []))].toSorted().slice(0, MOST_PLACES),
    failed,
    isCut: events.length >= MOST_COMING,
    all: events.length,
    total: shown.length,
    pages,
    groups: isCalendar ? [] : groupsOf(listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), asked.month, day),
    plan: isCalendar ? monthPlan(shown, month) : undefined,
    previous: month > present ? monthAfter(month, -1) : undefined,
    next: month < (months.at(-1) ?? present) ? monthAfter(month, 1) : undefined,
    elsewhere: foundMonths.find((each) => each > month) ?? foundMonths.at(-1),
    past:
      past && eventCards(past).flatMap((card) => (card.state === 'over' ? { ...card, kind: 'event' as const } : [])),
  }
}
type Found = Awaited<ReturnType<typeof loader>>

export function Component() {
  const found = useLoaderData<typeof loader>()
  const { asked, day, months, places, all, pages, past } = found
  const words = wordsFor(asked)
  return (
    <div className={css.page}>
      <PageMeta
        title={[...words, asked.page > 1 && `page ${asked.page}`, 'Campaign & Events'].filter(Boolean).join(', ')}
        description="Counts, runs, shows, courses and evenings along the coast, by month, kind and venue: come for a morning, and leave something counted."
        canonical={paths.campaignEvents({ page: asked.page })}
        noIndex={words.length > 0 || asked.view !== ''}
      />
      <PageBanner title="Campaign & Events" hour="morning" art={morning}>
        <OpenCount count={all} to="coming" of={['event is coming', 'events are coming']} />
      </PageBanner>
      <Section id="coming" title="Coming up" className={css.first} aside={<Tools found={found} />}>
        {/* The calendar shows a month even if none was chosen. */}
        <FinderForm asked={asked.view ? { ...asked, month: found.month } : asked} months={months} places={places} />
        <Results found={found} />
        <Pager page={asked.page} pages={pages} hrefFor={(page) => paths.campaignEvents({ ...asked, page })} />
        <Subscription kind={asked.kind} />
      </Section>
      {past?.length !== 0 && (
        <Section id="past" title="Past events">
          {past ? (
            <EventRows events={past} today={day} level="h3" />
          ) : (
            <FailedBlock title="The past events could not be loaded." />
          )}
        </Section>
      )}
    </div>
  )
}

const wordsFor = ({ kind, place, month }: Asked): string[] =>
  [kindNamed(kind)?.title, place && `“${place}”`, month && monthTitle(month)].flatMap((each) => each || [])

const Views = ({ asked }: { asked: Asked }) => (
  <nav aria-label="Show as">
    <ul className={css.views}>
      {(['', 'calendar'] as const).map((view) => (
        <li key={view}>
          <Link
            className={css.view}
            to={paths.campaignEvents({ ...asked, view, page: 1 })}
            aria-current={asked.view === view ? 'true' : undefined}
          >
            {view ? 'Calendar' : 'List'}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** How many events were found, and as what they are shown. The banner says how many there are in all. */
function Tools({ found: { asked, month, isCut, total } }: { found: Found }) {
  const words = wordsFor({ ...asked, month })
  const count = total === 1 ? '1 event' : `${total} events`
  return (
    <div className={css.tools}>
      <p className={css.found} role="status">
        <span>
          {[
            words.length > 0 && [count, ...words].join(', '),
            isCut && `Only the soonest ${MOST_COMING} events are here.`,
          ]
            .filter(Boolean)
            .join('. ')}
        </span>
        {wordsFor(asked).length > 0 && <Link to={paths.campaignEvents({ view: asked.view })}>Show everything</Link>}
      </p>
      <Views asked={asked} />
    </div>
  )
}

function Results({ found }: { found: Found }) {
  const { day, month, failed, total, groups, plan } = found
  return (
    <>
      <Months found={found} />
      {total === 0 && <Nothing found={found} />}
      {total > 0 && plan && <MonthCalendar month={month} plan={plan} today={day} />}
      {groups.map((group) => (
        <Group key={group.id} group={group}>
          <EventRows events={group.events} today={day} level="h4" month={month} under={group.month} />
        </Group>
      ))}
      {failed.length > 0 && <FailedBlock title={`${failed.join(', ')} could not be loaded.`} />}
    </>
  )
}

type GroupProps = { group: Found['groups'][number]; children: ReactNode }

function Group({ group: { id, title, events, isFolded }, children }: GroupProps) {
  const heading = <h3 className={css.month}>{title}</h3>
  if (!isFolded)
    return (
      <div id={id} className={css.group}>
        {heading}
        {children}
      </div>
    )
  return (
    <details id={id} className={css.folded}>
      <summary className={css.summary}>
        {heading}
        <span className={css.titles}>{events.map((event) => titleAlone(event.title)).join('\u00a0· ')}</span>
      </summary>
      {children}
    </details>
  )
}

/** To the months beside the one that is shown; where all are, to each of the list. */
function Months({ found: { asked, month, groups, previous, next } }: { found: Found }) {
  if (!month && groups.length < 2) return null
  return (
    <nav className={month ? css.steps : css.months} aria-label="Months">
      {month
        ? [previous, next].map(
            (to) =>
              to && (
                <LinkButton
                  key={to}
                  to={paths.campaignEvents({ ...asked, month: to, page: 1 })}
                  look="ghost"
                  size="small"
                >
                  {to === previous && <ArrowIcon className={css.before} />}
                  {monthTitle(to)}
                  {to === next && <ArrowIcon />}
                </LinkButton>
              ),
          )
        : groups.map(({ id, title }, i) => {
            const year = yearIn(id)
            return (
              <Fragment key={id}>
                {year && year !== yearIn(groups[i - 1]?.id) && <span className={css.year}>{year}</span>}
                <a href={`#${id}`} aria-label={title} onClick={() => unfold(id)}>
                  {year ? title.slice(0, 3) : title}
                </a>
              </Fragment>
            )
          })}
    </nav>
  )
}

/** Without scripts the link leads to the line of the month. */
function unfold(id: string) {
  const group = document.getElementById(id)
  if (group instanceof HTMLDetailsElement) group.open = true
}

/** Of a group of one month, whose id is `in-2027-02`. */
const yearIn = (id = '') => /^in-(\d{4})/.exec(id)?.[1]

function Nothing({ found: { asked, month, elsewhere } }: { found: Found }) {
  const [kind, place] = [kindNamed(asked.kind)?.title, asked.place]
  const about = [kind && `under ${kind}`, place && `at “${place}”`, month && `in ${monthTitle(month)}`].filter(Boolean)
  return (
    <EmptyState>
      {about.length > 0
        ? `We have nothing planned ${about.join(' ')}. `
        : 'The next count, walk or planting day will appear here as soon as the tide tables allow.'}
      {elsewhere && month && (
        <Link to={paths.campaignEvents({ ...asked, month: elsewhere })}>Look at {monthTitle(elsewhere)}</Link>
      )}
    </EmptyState>
  )
}

function Subscription({ kind }: { kind: string }) {
  const address = absolute(kind ? `/events.ics?kind=${kind}` : '/events.ics')
  return (
    <div className={css.subscription}>
      <h3 className={css.month}>
        {kind ? `${kindNamed(kind)?.title} in your calendar` : 'All of it in your calendar'}
      </h3>
      <p>Your calendar program then follows what we plan. One that does not open by itself takes the address:</p>
      <p className={css.address}>
        <a href={address}>{address}</a>
      </p>
      <div className={css.ways}>
        {/* What opens the calendar program of a device. */}
        <LinkButton to={address.replace(/^https?:/, 'webcal:')}>Subscribe</LinkButton>
        <Button look="ghost" className={css.copy} onClick={() => void copy(address)}>
          Copy address
        </Button>
      </div>
    </div>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ kind: 'success', message: 'The address of the calendar is copied.' })
  } catch {
    toast({ kind: 'error', message: 'Your browser did not let us copy it. Select the address and copy it yourself.' })
  }
}
