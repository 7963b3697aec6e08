import type { OptionKey, Participant, QuizQuestion } from '@marram/api-contract/quiz'
import { isApiError } from '@marram/sdk/api-error'
import { createContext, useContext, useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { listQuestions } from '../api'
import { openQuestions, type Question, withKeys } from './marking'
import { forgetQuiz, rememberView, restoreQuiz, type StoredQuiz, storeQuiz, wantsAllAtOnce } from './stored-quiz'

/** A quiz in progress. */
export type Quiz = StoredQuiz & {
  questions: Question[]
  /** The questions are being fetched again. */
  loading: boolean
  /** The questions could not be fetched. */
  error: boolean
  /** The browser refused to store the answers. */
  notStored: boolean
  /** Earlier entries are back, of this time where it is known. */
  restored: { at: number | undefined } | undefined
  /** All questions are shown, not one at a time. */
  all: boolean
  /** Place of the question that is shown, from 0. */
  current: number
  /** Id of what gets the focus once that question is shown; another object each time. */
  focus: { id: string } | undefined
  fetchAgain: () => Promise<void>
  write: (part: Partial<Participant>) => void
  choose: (key: string, option: OptionKey) => void
  startClock: () => void
  /** Shows the question at this place and sends the focus to the element with this id. */
  show: (current: number, id: string) => void
  showAll: (all: boolean) => void
  /** Fills in what was stored. What has been entered since counts more. */
  resume: (stored: StoredQuiz) => void
  startAgain: () => void
  /** Nothing of it is left, on the page or on the device. */
  beginAfresh: () => void
}

const untouched = {
  ...{ name: '', phone: '', chosen: {}, submitted: false, clock: undefined, at: undefined },
  ...{ restored: undefined, current: 0, focus: undefined },
} satisfies Partial<Quiz>

/** One store for each visit to a page: on the server there is none that visitors could share. */
export const createQuizStore = (olympiad: string, questions: QuizQuestion[] | undefined) =>
  createStore<Quiz>((set) => ({
    ...untouched,
    questions: withKeys(questions ?? []),
    loading: false,
    error: questions === undefined,
    notStored: false,
    all: false,
    async fetchAgain() {
      set({ loading: true })
      try {
        set({ questions: withKeys(await listQuestions(olympiad)), error: false })
      } catch (error) {
        if (!isApiError(error)) throw error
        set({ error: true })
      } finally {
        set({ loading: false })
      }
    },
    write: (part) => set({ ...part, at: Date.now() }),
    choose: (key, option) => set(({ chosen }) => ({ chosen: { ...chosen, [key]: option }, at: Date.now() })),
    startClock: () => set({ clock: Date.now(), at: Date.now() }),
    show: (current, id) => set({ current, focus: { id } }),
    showAll(all) {
      rememberView(all)
      set({ all })
    },
    resume: (stored) =>
      set((quiz) => {
        const chosen = { ...stored.chosen, ...quiz.chosen }
        return {
          name: quiz.name || stored.name,
          phone: quiz.phone || stored.phone,
          chosen,
          submitted: stored.submitted,
          clock: quiz.clock ?? stored.clock,
          at: quiz.at ?? stored.at,
          restored: stored.submitted ? undefined : { at: stored.at },
          current: openQuestions(quiz.questions, chosen)[0] ?? 0,
        }
      }),
    startAgain: () => set(({ name, phone }) => ({ ...untouched, name, phone, at: Date.now() })),
    beginAfresh: () => set(untouched),
  }))

/** A quiz that is submitted is shown whole, with its marks. */
export const isOneAtATime = ({ all, submitted, questions }: Quiz) => !all && !submitted && questions.length > 1

export type QuizStore = ReturnType<typeof createQuizStore>
export const QuizContext = createContext<QuizStore | undefined>(undefined)

export function useQuizStore(): QuizStore {
  const store = useContext(QuizContext)
  if (!store) throw new Error('This can only be used within a QuizContext')
  return store
}

export const useQuiz = <Part>(select: (quiz: Quiz) => Part): Part => useStore(useQuizStore(), select)

const storedParts = ['name', 'phone', 'chosen', 'submitted', 'clock'] as const
const isChanged = (now: Quiz, before: Quiz) => storedParts.some((part) => now[part] !== before[part])
const isUntouched = ({ name, phone, chosen, clock }: StoredQuiz) =>
  !name && !phone && clock === undefined && Object.keys(chosen).length === 0

/** Restores a quiz that was begun on this device, and stores it after every entry. */
export function useStoredQuiz(store: QuizStore, olympiad: string): void {
  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      if (!isChanged(now, before)) return
      if (isUntouched(now)) return forgetQuiz(olympiad)
      // In this order: what only came back is stored again to the letter, since it has not changed.
      const { name, phone, chosen, submitted, clock, at } = now
      store.setState({ notStored: !storeQuiz(olympiad, { name, phone, chosen, submitted, clock, at }) })
    })
    if (wantsAllAtOnce()) store.setState({ all: true })
    const found = restoreQuiz(olympiad)
    if (found && !isUntouched(found)) store.getState().resume(found)
    return stop
  }, [store, olympiad])
}
