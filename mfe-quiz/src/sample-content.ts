/** Fixed sample figures of the specification. The minutes are those of a quiz whose host or olympiad does not say its own. */
export const totalMinutes = 30

/** When all results are out. In winter Britain's clocks show UTC. */
export const results = {
  shown: 'Friday, 10 December 2027, at 12 noon',
  clock: '2027-12-10T12:00',
  instant: Date.UTC(2027, 11, 10, 12),
}
