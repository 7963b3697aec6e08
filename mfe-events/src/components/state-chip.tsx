import type { EventState } from '@marram/api-contract/event-state'
import { Chip, Over, RegistrationClosed, RegistrationOpen } from '@marram/ui/chip'

/** Whether one can register, or else whether it goes on or comes. */
export function StateChip({ state, comes }: { state: EventState; comes: boolean }) {
  if (state === 'open') return <RegistrationOpen />
  if (state === 'closed') return <RegistrationClosed />
  if (state === 'over') return <Over />
  return <Chip tone="quiet">{comes ? 'Coming' : 'On now'}</Chip>
}
