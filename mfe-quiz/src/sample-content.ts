/** A fixed sample figure of the specification: when all results are out. In winter Britain's clocks show UTC. */
export const results = {
  shown: 'Friday, 10 December 2027, at 12 noon',
  moment: '2027-12-10T12:00:00Z',
  /** Of its entry in a visitor's calendar. */
  uid: 'quiz-results-2027@marram',
}
