/**
 * Lets the browser paint and respond between two pieces of work. Each alone may be short, and all together hold a slow
 * phone up for a quarter of a second. None in a hidden tab, where each would take a second.
 */
export const pause = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done))
