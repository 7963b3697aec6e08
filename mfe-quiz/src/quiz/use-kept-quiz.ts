import { useEffect } from 'react'
import { forgetQuiz, keepQuiz, restoreQuiz } from './kept-quiz'
import type { Quiz, QuizStore } from './quiz-store'

const kept = ['name', 'phone', 'chosen', 'submitted'] as const
const isChanged = (now: Quiz, before: Quiz) => kept.some((part) => now[part] !== before[part])
const isUntouched = ({ name, phone, chosen }: Quiz) => !name && !phone && Object.keys(chosen).length === 0

/** Takes up a quiz that was begun on this device, and keeps it after every entry. */
export function useKeptQuiz(store: QuizStore, olympiad: string): void {
  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      if (!isChanged(now, before)) return
      if (isUntouched(now)) return forgetQuiz(olympiad)
      const { name, phone, chosen, submitted } = now
      store.setState({ unkept: !keepQuiz(olympiad, { name, phone, chosen, submitted }) })
    })
    const found = restoreQuiz(olympiad)
    if (found) store.getState().resume(found)
    return stop
  }, [store, olympiad])
}
