import type { Event } from '@marram/release-contract/calls/events'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { useOlder } from '../page/older'
import { Page } from '../page/page'
import { type Input, send } from '../registry'
import { didWords, wantedWords } from './action-words'
import { eventsQuery } from './events-query'
import { Filters } from './filters'

/** The audit log: who did what, from what to what, when and why; and what was refused. */
export function Activity() {
  const [search] = useSearchParams()
  const query = eventsQuery(search)
  const live = useLive('listEvents', query, { keepPrevious: true })
  return (
    <Page title="Activity" live={live}>
      {(response) => (
        <>
          <Filters />
          <Events key={JSON.stringify(query)} query={query} newest={response.events} next={response.next} />
        </>
      )}
    </Page>
  )
}

type EventsProps = { query: Input<'listEvents'>; newest: Event[]; next: number | null }

function Events({ query, newest, next }: EventsProps) {
  const { all, button } = useOlder({ items: newest, next }, async (before) => {
    const more = await send('listEvents', { ...query, before })
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

/** One thing that was done or refused, in a sentence, with all of it behind. */
function EventRow({ event }: { event: Event }) {
  const { at, action, actor, environment, part, version, reason, refused, detail, from, to } = event
  const about = [part, version, environment && `in ${environment}`].filter(Boolean).join(' ')
  return (
    <li className={refused ? 'refused' : undefined}>
      <p>
        <Moment at={at} /> <strong>{actor ?? 'somebody without a token'}</strong>{' '}
        {refused ? `was refused ${wantedWords(action)}` : didWords(action)} {about}
        {reason && <q>{reason}</q>}
      </p>
      {from?.upload !== undefined && <p className="hint">An upload that was never completed: {String(from.upload)}.</p>}
      {Array.isArray(detail.overridden) && (
        <p className="hint">
          Although the gate was against it
          {typeof detail.overriddenBy === 'string' && `, as ${detail.overriddenBy} had decided`}:{' '}
          {detail.overridden.map(({ message }: { message?: unknown }) => String(message)).join(' ')}
        </p>
      )}
      {refused && typeof detail.message === 'string' && <p className="hint">{detail.message}</p>}
      <details>
        <summary>
          Details<span className="unseen"> of event {event.id}</span>
        </summary>
        <pre>{JSON.stringify({ from, to, detail, composition: event.composition }, null, 2)}</pre>
      </details>
    </li>
  )
}
