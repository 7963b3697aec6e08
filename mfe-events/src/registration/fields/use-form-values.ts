import { useCallback, useRef, useState } from 'react'
import type { Answers } from './form-values'

/** The answers of a form. `latest` knows of what came since the page was rendered, such as an image. */
export function useAnswers() {
  const [answers, show] = useState<Answers>({})
  const current = useRef(answers)
  const latest = useCallback(() => current.current, [])
  const update = useCallback((change: (before: Answers) => Answers) => {
    current.current = change(current.current)
    show(current.current)
  }, [])
  return { answers, latest, update }
}
export type AnswerStore = ReturnType<typeof useAnswers>
