import type { Event } from '@marram/release-contract/calls/events'
import { useLive } from '../live'
import type { State } from '../shapes'

/** That evidence took the candidate from its visitors, while nobody has given it to anybody again. */
export function useTakenAway(environment: string, part: string, state: State): Event | undefined {
  const { data } = useLive('listEvents', isWithheld(state) ? { environment, part, limit: 20 } : null)
  return data && takenAway(data.events, state)
}

const isWithheld = ({ candidate, traffic }: State) => candidate !== null && traffic === 0

/** What decides who gets a candidate: the last of these says why nobody does. */
const DECIDES = ['canary', 'advance', 'promote', 'abort', 'rollback', 'evidence']

/** What was decided of a candidate before this one, or before somebody took it back by hand, says nothing of it. */
export function takenAway(events: Event[], state: State): Event | undefined {
  const last = events.find(({ action, refused }) => !refused && DECIDES.includes(action))
  return isWithheld(state) && last?.action === 'evidence' && last.version === state.candidate ? last : undefined
}
