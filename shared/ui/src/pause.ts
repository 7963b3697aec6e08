/** Lets the browser paint and respond between two pieces of work. A hidden tab would wait a second for each. */
export const pause = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done))
