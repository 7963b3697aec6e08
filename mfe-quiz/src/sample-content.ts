/** Fixed sample figures of the specification: they are the same for every quiz and come from no server. */
export const totalTime = '30 minutes'

/** When all results are out. In winter Britain's clocks show UTC. */
export const results = {
  shown: 'Friday, 10 December 2027, at 12 noon',
  clock: '2027-12-10T12:00',
  instant: Date.UTC(2027, 11, 10, 12),
}
