/** So long the same text serves everybody, however many ask. */
const FRESH_MS = 1000

/** Makes a text when it is asked for. Where that fails the last one is given, and `onFailure` told why; without one it throws. */
export function keptText(make: () => Promise<string>, onFailure: (error: Error) => void): () => Promise<string> {
  let last: { text: string; madeAt: number } | undefined
  let making: Promise<string> | undefined
  return async () => {
    if (last && performance.now() - last.madeAt < FRESH_MS) return last.text
    making ??= make().finally(() => {
      making = undefined
    })
    try {
      const text = await making
      last = { text, madeAt: performance.now() }
      return text
    } catch (error) {
      if (!last) throw error
      onFailure(error as Error)
      return last.text
    }
  }
}
