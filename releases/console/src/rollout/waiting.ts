import { companions } from '../changes/effects'
import { duration } from '../page/words'
import type { EnvironmentShown, State } from '../shapes'

/** When the next step comes, or what it waits for. */
export type Waiting = { at: string } | { for: string }
type Where = Pick<EnvironmentShown, 'parts' | 'stops'>

/** What the next step of a part's strategy waits for. */
export function waitingOf(
  { parts, stops }: Where,
  part: string,
  { due, paused, needsEvidence }: NonNullable<State['strategy']>,
  now = new Date(),
): Waiting {
  if (due === null && paused) {
    const left = paused.left === null ? '' : `, ${duration(paused.left / 1000)} after that`
    return { for: `when somebody resumes it${left}; paused by ${paused.by}` }
  }
  if (due === null) return { for: 'when somebody resumes it' }
  if (new Date(due) > now) return { at: due }
  const together = [part, ...companions(parts, part)]
  const stop = stops.find(({ kind, part: of }) => kind === 'freeze' || (kind === 'lock' && together.includes(of ?? '')))
  if (stop)
    return { for: stop.kind === 'freeze' ? 'as soon as the freeze ends' : `as soon as ${stop.part} is unlocked` }
  return { for: needsEvidence ? 'as soon as there is enough evidence' : 'now' }
}
