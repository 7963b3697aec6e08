/** Long after text should have been painted: a tab in the background paints nothing. */
const AT_THE_LATEST_MS = 1000

/** Begins with those preloads of the document that are to wait until its text is painted. */
export function preloadAfterPaint(): void {
  const begin = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) link.media = 'all'
  }
  setTimeout(begin, AT_THE_LATEST_MS)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
}
