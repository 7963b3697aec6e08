let hasGone = false

function onHistory(event: PopStateEvent): void {
  hasGone = true
  event.stopImmediatePropagation()
}

/**
 * Back and Forward wait until the page is hydrated: the router would move on, and React would hydrate another page than
 * the server rendered. Before the router is made, since listeners of a window are called in the order they came.
 */
export function holdHistory(): void {
  addEventListener('popstate', onHistory)
}

/** Once the page is hydrated: goes where Back or Forward led meanwhile. */
export function repeatHistory(): void {
  removeEventListener('popstate', onHistory)
  if (hasGone) dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  hasGone = false
}
