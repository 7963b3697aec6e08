import type { OptionKey, Participant, QuizQuestion } from '@marram/api-contract/quiz'
import { isApiError } from '@marram/sdk/api-error'
import { createContext, useContext, useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { listQuestions } from '../api'
import { type Question, withKeys } from './marking'
import { forgetQuiz, restoreQuiz, type StoredQuiz, storeQuiz } from './stored-quiz'

/** A quiz in progress. */
export type Quiz = StoredQuiz & {
  questions: Question[]
  /** The questions are being fetched again. */
  loading: boolean
  /** The questions could not be fetched. */
  error: boolean
  /** The browser refused to store the answers. */
  notStored: boolean
  fetchAgain: () => Promise<void>
  write: (part: Partial<Participant>) => void
  choose: (key: string, option: OptionKey) => void
  /** Fills in what was stored. What has been entered since counts more. */
  resume: (stored: StoredQuiz) => void
  startAgain: () => void
}

const untouched = { name: '', phone: '', chosen: {}, submitted: false } satisfies StoredQuiz

/** One store for each visit to a page: on the server there is none that visitors could share. */
export const createQuizStore = (olympiad: string, questions: QuizQuestion[] | undefined) =>
  createStore<Quiz>((set) => ({
    ...untouched,
    questions: withKeys(questions ?? []),
    loading: false,
    error: questions === undefined,
    notStored: false,
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
    write: (part) => set(part),
    choose: (key, option) => set(({ chosen }) => ({ chosen: { ...chosen, [key]: option } })),
    resume: (stored) =>
      set(({ name, phone, chosen }) => ({
        name: name || stored.name,
        phone: phone || stored.phone,
        chosen: { ...stored.chosen, ...chosen },
        submitted: stored.submitted,
      })),
    startAgain: () => set({ chosen: {}, submitted: false }),
  }))

export type QuizStore = ReturnType<typeof createQuizStore>
export const QuizContext = createContext<QuizStore | undefined>(undefined)

export function useQuizStore(): QuizStore {
  const store = useContext(QuizContext)
  if (!store) throw new Error('This can only be used within a QuizContext')
  return store
}

export const useQuiz = <Part>(select: (quiz: Quiz) => Part): Part => useStore(useQuizStore(), select)

const storedParts = ['name', 'phone', 'chosen', 'submitted'] as const
const isChanged = (now: Quiz, before: Quiz) => storedParts.some((part) => now[part] !== before[part])
const isUntouched = ({ name, phone, chosen }: Quiz) => !name && !phone && Object.keys(chosen).length === 0

/** Restores a quiz that was begun on this device, and stores it after every entry. */
export function useStoredQuiz(store: QuizStore, olympiad: string): void {
  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      if (!isChanged(now, before)) return
      if (isUntouched(now)) return forgetQuiz(olympiad)
      const { name, phone, chosen, submitted } = now
      store.setState({ notStored: !storeQuiz(olympiad, { name, phone, chosen, submitted }) })
    })
    const found = restoreQuiz(olympiad)
    if (found) store.getState().resume(found)
    return stop
  }, [store, olympiad])
}
