import { optionKeys, type Participant } from '@marram/api-contract/quiz'
import type { Chosen } from './marking'

export type KeptQuiz = Participant & { chosen: Chosen; submitted: boolean }

const keyOf = (olympiad: string) => `marram:quiz:${olympiad}`

/**
 * Keeps a quiz on this device: until it is submitted for as long as that takes, afterwards for this tab alone, so that
 * Back and reload show it marked. False where the browser keeps nothing: a private window, a full disk.
 */
export function keepQuiz(olympiad: string, quiz: KeptQuiz): boolean {
  try {
    const key = keyOf(olympiad)
    if (quiz.submitted) localStorage.removeItem(key)
    const storage = quiz.submitted ? sessionStorage : localStorage
    storage.setItem(key, JSON.stringify(quiz))
    // A marked quiz would be found first, and hide what is answered now.
    if (!quiz.submitted) sessionStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/** What this device has of a quiz that is not submitted, as text: it shows whether the participant went on with it. */
export function unsubmittedText(olympiad: string): string | null {
  try {
    return localStorage.getItem(keyOf(olympiad))
  } catch {
    return null
  }
}

export function forgetQuiz(olympiad: string): void {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(keyOf(olympiad))
  } catch {
    // Then nothing was kept.
  }
}

export function restoreQuiz(olympiad: string): KeptQuiz | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(olympiad)) ?? localStorage.getItem(keyOf(olympiad))
    return readQuiz(JSON.parse(kept ?? 'null'))
  } catch {
    // Storage is refused, or something else is there: as if nothing was kept.
    return undefined
  }
}

/** Whatever was found: only what a quiz can be is taken from it. */
function readQuiz(found: unknown): KeptQuiz | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { name, phone, chosen, submitted } = found as Partial<Record<keyof KeptQuiz, unknown>>
  const options: readonly unknown[] = optionKeys
  return {
    name: typeof name === 'string' ? name : '',
    phone: typeof phone === 'string' ? phone : '',
    chosen: Object.fromEntries(Object.entries(chosen ?? {}).filter(([, option]) => options.includes(option))) as Chosen,
    submitted: submitted === true,
  }
}
