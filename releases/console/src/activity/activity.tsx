import type { Event } from '@marram/release-contract/calls/events'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldRow } from '../forms/field-row'
import type { Field, Option } from '../forms/form'
import { useLive, useOnce } from '../live'
import { Button } from '../page/button'
import { Moment } from '../page/moment'
import { useOlder } from '../page/older'
import { Page } from '../page/page'
import { type Input, send } from '../registry'

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

const did: Record<string, string> = {
  publish: 'published',
  promote: 'promoted',
  canary: 'changed the share of',
  abort: 'aborted the rollout of',
  pause: 'paused the rollout of',
  resume: 'resumed the rollout of',
  advance: 'took the next step of',
  evidence: 'took from its visitors',
  rollback: 'rolled back to',
  kill: 'took off the site',
  revive: 'brought back',
  freeze: 'froze',
  unfreeze: 'ended the freeze',
  lock: 'locked',
  unlock: 'unlocked',
  preview: 'made a link to a preview of',
  'open-preview': 'opened a link to a machine that serves',
  'clean-up': 'deleted',
  environment: 'created',
  token: 'made or ended a token',
  login: 'logged in',
}

/** Whatever an event can be about. */
const actions = Object.keys(did)

/** What somebody did, so that a sentence can go on with what it was done to. */
const didWords = (action: string): string => did[action] ?? action

const wanted: Record<string, string> = { login: 'log in', 'open-preview': 'open a link to a machine' }

const wantedWords = (action: string): string => `to ${wanted[action] ?? action}`

/** What of the activity is shown; all of it is in the address. */
function Filters() {
  const [search, setSearch] = useSearchParams()
  const names = useOnce('listEnvironments', {}).data?.environments ?? []
  const known = useOnce('listParts', {}).data?.parts ?? []
  const choose = (name: string, value: string) => {
    // Not `search`: of two quick choices the second would undo the first.
    const next = new URLSearchParams(location.search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const showAll = () => {
    setSearch({}, { replace: true })
    // The button goes away: who came by keyboard goes on from the heading.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  const row = (field: Field) => (
    <FieldRow field={field} value={search.get(field.name) ?? ''} change={(value) => choose(field.name, value)} />
  )
  const choice = (name: string, label: string, options: readonly Option[]) =>
    row({ kind: 'choice', name, label, options: [['', 'All'], ...options] })
  return (
    <div className="filters">
      {choice(
        'environment',
        'Environment',
        names.map(({ environment }) => environment),
      )}
      {choice(
        'part',
        'Part',
        known.map(({ part }) => part),
      )}
      {choice('action', 'Action', actions)}
      {choice('refused', 'Outcome', [
        ['false', 'Done'],
        ['true', 'Refused'],
      ])}
      <By actor={search.get('actor') ?? ''} choose={(actor) => choose('actor', actor)} />
      {row({ kind: 'date', name: 'from', label: 'From' })}
      {row({ kind: 'date', name: 'to', label: 'Up to and on' })}
      {[...search].length > 0 && <Button onClick={showAll}>Show all</Button>}
    </div>
  )
}

/** A name is looked for when it is whole: not with each letter. */
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
        field={{ kind: 'text', name: 'actor', label: 'By', max: 100, hint: 'The name of a token' }}
        value={typed ?? actor}
        change={setTyped}
      />
    </form>
  )
}

const MOST = 50
const DAY = /^\d{4}-\d\d-\d\d$/

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
    limit: MOST,
  }
}

/** The moment when a day begins, or the one so many days after it. */
function startOf(day: string | null, later: number): string | undefined {
  if (!day || !DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const begins = new Date(year, month - 1, date + later)
  return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString()
}
