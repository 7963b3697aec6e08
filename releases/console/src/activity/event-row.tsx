import type { events } from '@marram/release-contract/calls/events'
import type { z } from 'zod'
import { Moment } from '../page/moment'
import { didWords, wantedWords } from './action-words'

type Event = z.infer<typeof events>['events'][number]

/** One thing that was done or refused, in a sentence, with all of it behind. */
export function EventRow({ event }: { event: Event }) {
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
