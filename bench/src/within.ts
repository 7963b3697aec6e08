/** Rejects where the work takes longer; `what` says of it what did not come. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Looks again and again until it is true. Rejects where that takes longer. */
export async function until(ms: number, what: string, isTrue: () => Promise<boolean>, lookMs = 20): Promise<void> {
  for (const end = performance.now() + ms; !(await within(ms, what, isTrue())); ) {
    if (performance.now() > end) throw new Error(`${what} within ${ms / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
