/**
 * Lets the browser paint and answer between two pieces of work. Each alone may be short, and all together hold a slow
 * phone up for a quarter of a second.
 */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done))
