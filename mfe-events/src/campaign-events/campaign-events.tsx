import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { calendarDay, dayOfMonth, monthAndYear } from '@marram/ui/dates'
import { EmptyState } from '@marram/ui/empty-state'
import { PageBanner } from '@marram/ui/page-banner'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { Section } from '@marram/ui/section'
import { listCampaignEvents } from '../api'
import morning from '../art/campaign-events.svg'
import { type EventCard, eventCards } from '../components/event-cards'
import css from './campaign-events.module.css'
import rowsCss from './event-rows.module.css'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const events = eventCards(await listCampaignEvents(signal))
  return {
    coming: events.filter(({ state }) => state !== 'over'),
    past: events.filter(({ state }) => state === 'over'),
  }
}

export function Component() {
  const { coming, past } = useLoaderData<typeof loader>()
  return (
    <div className={css.page}>
      <PageMeta
        title="Campaign & Events"
        description="Counts, walks and planting days along the coast: come for a morning, and leave something counted."
      />
      <PageBanner title="Campaign & Events" hour="morning" art={morning} />
      <Section id="coming" title="Coming up" className={css.first}>
        {coming.length === 0 ? (
          <EmptyState>
            The next count, walk or planting day will stand here as soon as the tide tables allow.
          </EmptyState>
        ) : (
          <EventRows events={coming} />
        )}
      </Section>
      {past.length > 0 && (
        <Section id="past" title="Past events">
          <EventRows events={past} />
        </Section>
      )}
    </div>
  )
}

/** One event in each row: its day, its title and place, its picture. */
function EventRows({ events }: { events: EventCard[] }) {
  return (
    <ul className={rowsCss.rows}>
      {events.map(({ slug, title, image, date_from, date_to, place, state }) => {
        const first = calendarDay(date_from) ?? calendarDay(date_to)
        return (
          <li key={slug} className={rowsCss.row}>
            {/* The text beside it has the same dates. */}
            <p className={rowsCss.date} aria-hidden="true">
              {first && (
                <>
                  <span className={rowsCss.day}>{dayOfMonth(first)}</span> {monthAndYear(first)}
                </>
              )}
            </p>
            <div className={rowsCss.words}>
              {state === 'open' && <RegistrationOpen />}
              <h3 className={rowsCss.title}>
                <Link to={paths.campaignEvent(slug)}>{title}</Link>
              </h3>
              <p className={rowsCss.facts}>
                <span>
                  <DateRange from={date_from} to={date_to} />
                </span>
                {place && <span>{place}</span>}
              </p>
            </div>
            <div className={rowsCss.picture}>
              <Picture src={image} width={560} height={367} sizes="(min-width: 760px) 280px, 180px" />
              <Ridge seed={slug} className={rowsCss.edge} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
