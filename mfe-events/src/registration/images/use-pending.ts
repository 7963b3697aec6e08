import type { Problem } from '@marram/ui/error-summary'
import { useRef, useState } from 'react'

/** Resolves with the reason for a failure as text, or with undefined. */
export type Work = Promise<string | undefined>

/** What is still on its way into the form: images that are being read, and those that come back from a draft. */
export function usePending() {
  /** Each with the id of the field whose image is being read; a draft's images are of many. */
  const works = useRef(new Map<Work, string | undefined>())
  const [reading, setReading] = useState(false)
  const count = () => setReading([...works.current.values()].some((id) => id !== undefined))

  return {
    /** Whether an image is being read that is in no draft yet. */
    reading,
    any: () => works.current.size > 0,
    add(work: Work, field?: string) {
      works.current.set(work, field)
      // Not in an effect: a form that is rendered again there loses the caret of what was typed before the page responded.
      queueMicrotask(count)
      void work.finally(() => {
        works.current.delete(work)
        count()
      })
    },
    /** Waits for all of it, and for what comes on top meanwhile. Returns the failures. */
    async settled() {
      const problems: Problem[] = []
      while (works.current.size > 0) {
        const open = [...works.current].map(async ([work, id]) => {
          const message = await work
          return message === undefined ? [] : [{ id, message }]
        })
        problems.push(...(await Promise.all(open)).flat())
      }
      return problems
    },
  }
}
export type Pending = ReturnType<typeof usePending>
