/** How often the parent is looked at: npm sends its scripts no signal when it is killed. */
const LOOK_MS = 500
/** npm passes on a Ctrl-C that the terminal has sent as well: only a later one is a second wish. */
const SECOND_WISH_MS = 1000

/**
 * Aborted by Ctrl-C, by a signal to end, and when the npm that runs this script is gone.
 * A second Ctrl-C does not wait any longer: services end with this process.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  let wishedAt = 0
  const stop = () => {
    if (controller.signal.aborted) {
      if (Date.now() - wishedAt > SECOND_WISH_MS) process.exit(1)
      return
    }
    wishedAt = Date.now()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => {
      if (process.ppid !== parent && !controller.signal.aborted) stop()
    }, LOOK_MS).unref()
  return controller.signal
}
