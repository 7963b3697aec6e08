const AT_THE_LATEST_MS = 1000

/** Resolves once text is painted; at once in a hidden tab, which paints nothing. */
function firstPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done()
    setTimeout(done, AT_THE_LATEST_MS)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) done()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Starts the preloads that wait until the text of the document is painted. */
export async function preloadAfterPaint(): Promise<void> {
  await firstPaint()
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) link.media = 'all'
}
