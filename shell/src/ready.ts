export type StartMode = 'hydrated' | 'fresh'

let mode: StartMode = 'fresh'

/** `hydrated` where the server's markup is kept, `fresh` where it is replaced. */
export function setStartMode(given: StartMode): void {
  mode = given
}

/** An effect: marks the document once the page responds. */
export function markReady(): void {
  document.documentElement.dataset.ready = mode
  performance.mark('marram:ready')
}
