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

/** Repeats `work`, with a pause of so many milliseconds before each run. Returns a function that stops it. */
export function repeat(work: () => Promise<void>, pauseMs: () => number): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const schedule = () => {
    if (!isStopped) timer = setTimeout(() => void work().finally(schedule), pauseMs())
  }
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
