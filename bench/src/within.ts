/** Rejects if the work takes longer; `what` begins the message. */
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

/** Polls until it is true. Rejects if that takes longer. */
export async function until(ms: number, what: string, isTrue: () => Promise<boolean>, lookMs = 20): Promise<void> {
  for (const end = performance.now() + ms; !(await within(ms, what, isTrue())); ) {
    if (performance.now() > end) throw new Error(`${what} within ${ms / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
