import { nameMistake } from '@marram/api-contract/participants'
import { paths } from '@marram/api-contract/paths'
import { phoneKey, phoneMistake } from '@marram/api-contract/phone'
import { type Participant, submitQuiz } from '@marram/api-contract/quiz'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { idempotencyKeys } from '@marram/sdk/idempotency-keys'
import { useNavigate } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import type { Problem } from '@marram/ui/error-summary'
import { type Attempt, unsolvedProblems } from '@marram/ui/unsolved-problems'
import { type FormEvent, useRef, useState } from 'react'
import { answerRecords, openQuestions } from './marking'
import { useQuiz, useQuizStore } from './quiz-store'
import { storeQuiz, unsubmittedText } from './stored-quiz'

export const fieldIds = { name: 'participant-name', phone: 'participant-phone' }

/** Sends the answers: at once, or after a question where some are missing. A failure leaves them in the form. */
export function useSubmission(olympiad: string) {
  const store = useQuizStore()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const [attempt, setAttempt] = useState<Attempt<Participant>>({ problems: [], values: { name: '', phone: '' } })
  const problems = unsolvedProblems<Participant>(attempt, useQuiz(), {
    mistakesIn,
    valueAt: (id, { name, phone }) => (id === fieldIds.name ? name : phone),
  })
  const show = (found: Problem[]) => setAttempt({ problems: found, values: store.getState() })
  const busy = useRef(false)
  const keys = useRef(idempotencyKeys())
  const element = useRef<HTMLFormElement>(null)
  const isHere = () => element.current !== null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { questions, chosen, submitted } = store.getState()
    if (busy.current || submitted) return
    const mistakes = mistakesIn(store.getState())
    show(mistakes)
    if (mistakes.length > 0) return
    if (openQuestions(questions, chosen).length > 0) setAsking(true)
    else void send()
  }

  const send = async () => {
    if (busy.current) return
    const { questions, chosen, name, phone } = store.getState()
    const by = { name: name.trim(), phone: phoneKey(phone) }
    const records = answerRecords(questions, chosen, by)
    const before = unsubmittedText(olympiad)
    busy.current = true
    setAsking(false)
    setSending(true)
    show([])
    try {
      await call(submitQuiz, { body: records, idempotencyKey: keys.current.keyFor(records) })
      keys.current.forget()
      const sent = { ...by, chosen, submitted: true }
      store.setState(sent)
      // The visitor has left the page, so the store saves nothing. What was answered or removed since stays so.
      if (!isHere() && unsubmittedText(olympiad) === before) storeQuiz(olympiad, sent)
      // A host that takes answers without a name has no page for them: the marked quiz stays.
      if (isHere() && by.name && by.phone) await navigate(paths.quizResponse(by.name, by.phone))
    } catch (error) {
      if (!isApiError(error)) throw error
      toast({ kind: 'error', message: error.message, closable: false })
      // The server reports each record; name and phone are the same in all of them.
      const known = problemsOf({ name: error.fields['0/name'], phone: error.fields['0/phone'] })
      show(known.length > 0 ? known : [{ message: error.message }])
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return { submit, send, sending, problems, element, asking, goBack: () => setAsking(false) }
}

/** With these no answers would be found again. The server decides whether name and phone may be left out. */
const mistakesIn = ({ name, phone }: Participant) =>
  problemsOf({ name: name.trim() && nameMistake(name), phone: phone.trim() && phoneMistake(phone) })

const problemsOf = (messages: Partial<Participant>): Problem[] =>
  (['name', 'phone'] as const).flatMap((part) => {
    const message = messages[part]
    return message ? [{ id: fieldIds[part], message }] : []
  })
