import type { ScheduledCall } from '@marram/release-contract/calls/schedule'

/** A change at a later time, with the input of its call. */
export type Later = {
  call: ScheduledCall
  part: string | null
  at: Date
  input: { version?: string; traffic?: number; until?: string }
}
/** What it does, as a part of a sentence. */
export function laterWords(environment: string, { call, part, input }: Omit<Later, 'at'>): string {
  const words: Record<ScheduledCall, string> = {
    promote: `promote ${part} ${input.version}`,
    canary: `give ${part} ${input.version} to ${input.traffic} % of visitors`,
    rollback: `roll back ${part}`,
    abort: `abort the rollout of ${part}`,
    freeze: `freeze ${environment} until ${input.until}`,
    unfreeze: `end the freeze of ${environment}`,
    revive: `bring back ${part}`,
    unlock: `unlock ${part}`,
  }
  return words[call]
}
