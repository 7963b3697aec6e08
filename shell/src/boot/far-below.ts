const root = document.documentElement
const MOVES = ['scroll', 'keydown', 'pointerdown']

/**
 * Marks a document that was opened by a link or an address, and not at a place in it. What is far below is then laid out once
 * the page responds, and until then has a height that is only estimated: see the styles of sections and of the footer.
 */
export function layOutLater(): void {
  const isOpened = performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate')
  if (!isOpened || location.hash) return
  root.dataset.arrival = 'top'
  for (const name of MOVES) addEventListener(name, layOutAll, true)
}

/** As soon as a visitor moves before that: where they get to, and what they then see, depends on all heights. */
function layOutAll(): void {
  for (const name of MOVES) removeEventListener(name, layOutAll, true)
  if (root.dataset.ready) return
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? root
  const place = seen.getBoundingClientRect().top
  delete root.dataset.arrival
  scrollBy({ top: seen.getBoundingClientRect().top - place, behavior: 'instant' })
}
