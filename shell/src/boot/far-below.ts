const root = document.documentElement

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
  addEventListener('scroll', layOutAll, { once: true })
}

/** Once a visitor has moved before that, however they did: what they then see stays where it is. */
function layOutAll(): void {
  if (root.dataset.ready) return
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? root
  const place = seen.getBoundingClientRect().top
  delete root.dataset.arrival
  scrollBy({ top: seen.getBoundingClientRect().top - place, behavior: 'instant' })
}
