/** True at most once in so many milliseconds: many causes at a time must not fill the log. */
export function atMostEvery(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}

/** Runs `work` again and again, with a pause of so many milliseconds before each time. Returns what stops it. */
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
