import { events } from '@marram/releases/answers'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { useLive } from '../live'
import { Button } from '../page/button'
import { Page } from '../page/page'
import { ask, type Refused } from '../registry'
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
  const [older, setOlder] = useState<{ events: Event[]; next: number | null }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const before = older ? older.next : next
  const readOlder = async () => {
    setBusy(true)
    setProblem('')
    try {
      const more = await ask(`/releases/events?${query}&before=${before}`, events)
      // What was the newest when this was asked stays, also when newer ones have come.
      setOlder({ events: [...(older?.events ?? newest), ...more.events], next: more.next })
    } catch (error) {
      setProblem((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  const known = new Set(older?.events.map(({ id }) => id))
  const all = [...newest.filter(({ id }) => !known.has(id)), ...(older?.events ?? [])]
  return (
    <>
      {all.length === 0 && <p>Nothing like that was done.</p>}
      <ol className="events">
        {all.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      <p role="alert" className="problem">
        {problem}
      </p>
      {before !== null && (
        <Button busy={busy} onClick={readOlder}>
          {busy ? 'Reading …' : 'Show older'}
        </Button>
      )}
    </>
  )
}
