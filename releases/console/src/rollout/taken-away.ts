import { events } from '@marram/releases/answers'
import type { z } from 'zod'
import { useLive } from '../live'
import type { State } from '../shapes'

type Event = z.infer<typeof events>['events'][number]

/** That evidence took the candidate from its visitors, while nobody has given it to anybody again. */
export function useTakenAway(environment: string, part: string, state: State): Event | undefined {
  const asked = new URLSearchParams({ environment, part, action: 'evidence', limit: '1' })
  const { data } = useLive(isWithheld(state) ? `/releases/events?${asked}` : null, events)
  return data && takenAway(data.events, state)
}

const isWithheld = ({ candidate, traffic }: State) => candidate !== null && traffic === 0

/** What was decided of a candidate before this one says nothing of it. */
export const takenAway = ([last]: Event[], state: State): Event | undefined =>
  isWithheld(state) && last?.version === state.candidate ? last : undefined
