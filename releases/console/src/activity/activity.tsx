import { events } from '@marram/release-contract/calls/events'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { useLive } from '../live'
import { useOlder } from '../page/older'
import { Page } from '../page/page'
import { ask } from '../registry'
import { EventRow } from './event-row'
import { eventsQuery } from './events-query'
import { Filters } from './filters'

type Event = z.infer<typeof events>['events'][number]

/** The audit log: who did what, from what to what, when and why; and what was refused. */
export function Activity() {
  const [asked] = useSearchParams()
  const query = eventsQuery(asked)
  const live = useLive(`/releases/events?${query}`, events, { keepPrevious: true })
  return (
    <Page title="Activity" live={live}>
      {(answer) => (
        <>
          <Filters />
          <Events key={query} query={query} newest={answer.events} next={answer.next} />
        </>
      )}
    </Page>
  )
}

type EventsProps = { query: string; newest: Event[]; next: number | null }

function Events({ query, newest, next }: EventsProps) {
  const { all, button } = useOlder({ items: newest, next }, async (before) => {
    const more = await ask(`/releases/events?${query}&before=${before}`, events)
    return { items: more.events, next: more.next }
  })
  return (
    <>
      {all.length === 0 && <p>Nothing like that was done.</p>}
      <ol className="events">
        {all.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {button}
    </>
  )
}
