/**
 * Marks a document that was opened by a link or an address, and not at a place in it. What is far below is then laid out once
 * the page responds, and until then has a height that is only estimated: see the styles of sections and of the footer.
 */
export function layOutLater(): void {
  const isOpened = performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate')
  if (!isOpened || location.hash) return
  document.documentElement.dataset.arrival = 'top'
}
