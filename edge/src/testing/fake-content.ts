import type { Revision } from '../pages/content-watch'

/** Replaces an edge's ContentWatch: a test sets the revision. */
export function fakeContent() {
  let known: Revision = '1'
  let changes = 0
  return {
    sure: true,
    get revision(): Revision {
      return known
    },
    set revision(next: Revision) {
      if (next !== known) changes += 1
      known = next
    },
    get changes() {
      return changes
    },
  }
}
