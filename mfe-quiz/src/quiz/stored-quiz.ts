import { optionKeys, type Participant } from '@marram/api-contract/quiz'
import { unlessRefused } from '@marram/sdk/storage'
import type { Chosen } from './marking'

/** In milliseconds, `clock` is when the clock was started, if it runs, and `at` when the last entry was made. */
export type StoredQuiz = Participant & { chosen: Chosen; submitted: boolean; clock?: number; at?: number }

const keyOf = (olympiad: string) => `marram:quiz:${olympiad}`

/** Stores a quiz on this device until it is submitted, then in this tab alone. False if the browser refuses. */
export const storeQuiz = (olympiad: string, quiz: StoredQuiz): boolean =>
  unlessRefused(() => {
    const [storage, other] = quiz.submitted ? [sessionStorage, localStorage] : [localStorage, sessionStorage]
    other.removeItem(keyOf(olympiad))
    storage.setItem(keyOf(olympiad), JSON.stringify(quiz))
    return true
  }, false)

export const unsubmittedText = (olympiad: string) => unlessRefused(() => localStorage.getItem(keyOf(olympiad)), null)

export const forgetQuiz = (olympiad: string) =>
  unlessRefused(() => {
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(keyOf(olympiad))
  }, undefined)

export const restoreQuiz = (olympiad: string) =>
  unlessRefused(() => {
    const stored = sessionStorage.getItem(keyOf(olympiad)) ?? localStorage.getItem(keyOf(olympiad))
    return readQuiz(JSON.parse(stored ?? 'null'))
  }, undefined)

function readQuiz(found: unknown): StoredQuiz | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { name, phone, chosen, submitted, clock, at } = found as Partial<Record<keyof StoredQuiz, unknown>>
  const options: readonly unknown[] = optionKeys
  return {
    name: typeof name === 'string' ? name : '',
    phone: typeof phone === 'string' ? phone : '',
    chosen: Object.fromEntries(Object.entries(chosen ?? {}).filter(([, option]) => options.includes(option))) as Chosen,
    submitted: submitted === true,
    clock: instantOf(clock),
    at: instantOf(at),
  }
}

/** Of this century and the next: others no clock has shown. */
const instantOf = (value: unknown) =>
  typeof value === 'number' && value >= Date.UTC(2000, 0) && value < Date.UTC(2200, 0) ? value : undefined

const VIEW = 'marram:quiz-view'

/** Whether this visitor wants all questions at once, for every quiz on this device. */
export const wantsAllAtOnce = () => unlessRefused(() => localStorage.getItem(VIEW) === 'all', false)

export const rememberView = (all: boolean) =>
  unlessRefused(() => (all ? localStorage.setItem(VIEW, 'all') : localStorage.removeItem(VIEW)), undefined)
