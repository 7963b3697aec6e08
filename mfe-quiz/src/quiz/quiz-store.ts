import type { OptionKey, Participant, QuizQuestion } from '@marram/api-contract/quiz'
import { createContext, useContext, useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { openQuestions, type Question, withKeys } from './marking'
import { forgetQuiz, rememberView, restoreQuiz, type StoredQuiz, storeQuiz, wantsAllAtOnce } from './stored-quiz'

type Quiz = StoredQuiz & {
  questions: Question[]
  /** The browser refused to store the answers. */
  notStored: boolean
  /** Earlier entries are back, of this time where it is known. */
  restored?: { at: number | undefined }
  all: boolean
  /** Place of the question that is shown, from 0. */
  current: number
  /** Id of what gets the focus once that question is shown; another object each time. */
  focus?: { id: string }
}

const untouched = {
  ...{ name: '', phone: '', chosen: {}, submitted: false, clock: undefined, at: undefined },
  ...{ restored: undefined, current: 0, focus: undefined },
} satisfies Partial<Quiz>

/** One store for each visit to a page: on the server there is none that visitors could share. */
export function createQuizStore(questions: QuizQuestion[]) {
  const store = createStore<Quiz>(() => ({
    ...untouched,
    questions: withKeys(questions),
    notStored: false,
    all: false,
  }))
  const { setState } = store
  return {
    ...store,
    write: (part: Partial<Participant>) => setState({ ...part, at: Date.now() }),
    choose: (key: string, option: OptionKey) =>
      setState(({ chosen }) => ({ chosen: { ...chosen, [key]: option }, at: Date.now() })),
    startClock: () => setState({ clock: Date.now(), at: Date.now() }),
    show: (current: number, id: string) => setState({ current, focus: { id } }),
    showAll(all: boolean) {
      rememberView(all)
      setState({ all })
    },
    /** Fills in what was stored. What has been entered since counts more. */
    resume: (stored: StoredQuiz) =>
      setState((quiz) => {
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
    startAgain: () => setState(({ name, phone }) => ({ ...untouched, name, phone, at: Date.now() })),
    /** Nothing of it is left, on the page or on the device. */
    beginAfresh: () => setState(untouched),
  }
}

export const isOneAtATime = ({ all, submitted, questions }: Quiz) => !all && !submitted && questions.length > 1

type QuizStore = ReturnType<typeof createQuizStore>
export const QuizContext = createContext<QuizStore | undefined>(undefined)

export function useQuizStore(): QuizStore {
  const store = useContext(QuizContext)
  if (!store) throw new Error('This can only be used within a QuizContext')
  return store
}

export const useQuiz = (): Quiz => useStore(useQuizStore())
/** For what is on the page once for each question: it is rendered again only where its part changes. */
export const useQuizPart = <Part>(select: (quiz: Quiz) => Part): Part => useStore(useQuizStore(), select)

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
    if (found && !isUntouched(found)) store.resume(found)
    return stop
  }, [store, olympiad])
}
