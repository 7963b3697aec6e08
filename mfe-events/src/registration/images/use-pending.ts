import type { Problem } from '@marram/ui/error-summary'
import { useCallback, useRef, useState } from 'react'

/** Ends with why it came to nothing, in words, or with undefined. */
export type Work = Promise<string | undefined>

/** What is still on its way into the form: images that are being read, and those that come back from a draft. */
export function usePending() {
  const works = useRef(new Map<Work, string | undefined>())
  const [reading, setReading] = useState(false)

  /** `field` is the id of the field whose image is being read; a draft's images are of many. */
  const add = useCallback((work: Work, field?: string) => {
    const count = () => setReading([...works.current.values()].some((id) => id !== undefined))
    works.current.set(work, field)
    // Not in an effect: a form that is rendered again there loses the caret of what was typed before the page responded.
    queueMicrotask(count)
    void work.finally(() => {
      works.current.delete(work)
      count()
    })
  }, [])

  /** Waits for all of it, and for what comes on top meanwhile. What came to nothing by then. */
  const settled = useCallback(async () => {
    const problems: Problem[] = []
    while (works.current.size > 0) {
      const open = [...works.current]
      const ended = await Promise.allSettled(open.map(([work]) => work))
      for (const [i, [, id]] of open.entries()) {
        const one = ended[i]
        if (one?.status === 'fulfilled' && one.value !== undefined) problems.push({ id, message: one.value })
      }
    }
    return problems
  }, [])

  return {
    /** Whether an image is being read that is in no draft yet. */
    reading,
    any: useCallback(() => works.current.size > 0, []),
    add,
    settled,
  }
}
export type Pending = ReturnType<typeof usePending>
