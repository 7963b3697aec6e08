/** True at most once in so many milliseconds, so that frequent events do not fill the log. */
export function atMostEvery(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}

/** Repeats `work` until it is `stopped`, with a pause of so many milliseconds before each run. */
export function repeat(work: () => Promise<void>, pauseMs: () => number, stopped: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined
  const schedule = () => {
    if (!stopped.aborted) timer = setTimeout(() => void work().finally(schedule), pauseMs())
  }
  schedule()
  stopped.addEventListener('abort', () => clearTimeout(timer))
}
