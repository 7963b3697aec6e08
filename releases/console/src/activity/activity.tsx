import type { Event } from '@marram/release-contract/calls/events'
import { didWords, doneWords } from '@marram/releases/event-words'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldRow, Fields } from '../forms/fields'
import { choice, type Option, text } from '../forms/form'
import { Older } from '../page/older'
import { Button, Page } from '../page/page'
import { Moment } from '../page/words'
import { type Input, useOnce, usePages } from '../registry'

/** The audit log: who did what, from what to what, when and why; and what was refused. */
export function Activity() {
  const [search] = useSearchParams()
  const pages = usePages('listEvents', eventsQuery(search), { keepPrevious: true })
  return (
    <Page title="Activity" live={pages}>
      {(shown) => (
        <>
          <Filters />
          {shown[0]?.events.length === 0 && <p>Nothing like that was done.</p>}
          <ol className="events">
            {shown.flatMap(({ events }) => events.map((event) => <EventRow key={event.id} event={event} />))}
          </ol>
          <Older pages={pages} />
        </>
      )}
    </Page>
  )
}

const LIMIT = 50

/** The query of the registry, from the page's address: `from` and `to` are days of this browser's calendar. */
export function eventsQuery(search: URLSearchParams): Input<'listEvents'> {
  const given = (name: string) => search.get(name)?.trim() || undefined
  return {
    environment: given('environment'),
    part: given('part'),
    action: given('action'),
    actor: given('actor'),
    // The registry refuses anything else.
    refused: given('refused') as 'true' | 'false' | undefined,
    since: startOf(search.get('from'), 0),
    until: startOf(search.get('to'), 1),
    limit: LIMIT,
  }
}

/** The moment when a day begins, or the day that many days later; undefined if it is not a day as YYYY-MM-DD. */
function startOf(day: string | null, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const begins = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString()
}

/** Which events are shown; all of it is in the address. */
function Filters() {
  const [search, setSearch] = useSearchParams()
  const environments = useOnce('listEnvironments', {}).data?.environments.map(({ environment }) => environment) ?? []
  const parts = useOnce('listParts', {}).data?.parts.map(({ part }) => part) ?? []
  const set = (name: string, value: string) => {
    // Not `search`: the second of two quick choices would undo the first.
    const next = new URLSearchParams(location.search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const showAll = () => {
    setSearch({}, { replace: true })
    // The button goes away: people who use the keyboard continue from the heading.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  const values = Object.fromEntries(search)
  const filter = (name: string, label: string, options: Option[]) => choice(name, label, [['', 'All'], ...options])
  const choices = [
    filter('environment', 'Environment', environments),
    filter('part', 'Part', parts),
    filter('action', 'Action', Object.keys(doneWords)),
    filter('refused', 'Outcome', [
      ['false', 'Done'],
      ['true', 'Refused'],
    ]),
  ]
  return (
    <div className="filters">
      <Fields fields={choices} values={values} change={set} />
      <By actor={values.actor ?? ''} choose={(actor) => set('actor', actor)} />
      <Fields
        fields={[
          { kind: 'date', name: 'from', label: 'From' },
          { kind: 'date', name: 'to', label: 'Up to and on' },
        ]}
        values={values}
        change={set}
      />
      {search.size > 0 && <Button onClick={showAll}>Show all</Button>}
    </div>
  )
}

/** Looks for a name when it is complete, not for each letter. */
function By({ actor, choose }: { actor: string; choose: (actor: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const take = () => {
    if (typed !== undefined && typed.trim() !== actor) choose(typed.trim())
    setTyped(undefined)
  }
  return (
    <form
      onBlur={take}
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <FieldRow
        field={text('actor', 'By', 100, { hint: 'The name of a token' })}
        value={typed ?? actor}
        change={setTyped}
      />
    </form>
  )
}

/** One event in a sentence, with all its details behind it. */
function EventRow({ event }: { event: Event }) {
  const { at, action, actor, role, environment, part, version, reason, refused, detail, from, to } = event
  const about = [part, version, environment && `in ${environment}`].filter(Boolean).join(' ')
  return (
    <li className={refused ? 'refused' : undefined}>
      <p>
        <Moment at={at} /> <strong>{actor ?? 'somebody without a token'}</strong> {role && `(${role}) `}
        {didWords(event)} {about}
        {reason && <q>{reason}</q>}
      </p>
      {from?.upload !== undefined && <p className="hint">An upload that was never completed: {String(from.upload)}.</p>}
      {(action === 'schedule' || action === 'unschedule') && !refused && <p className="hint">{laterOf(to ?? from)}</p>}
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

/** `promote events 1.1.0, at May 1, 2026, 2:00 PM GMT+2` */
const laterOf = (state: Event['to']) => (
  <>
    {String(state?.what)}, at <Moment at={String(state?.at)} />
  </>
)
