import { type FormEvent, type ReactNode, useState } from 'react'

/** Rejects with what the registry refused; a text is what is missing before anything can be sent. */
type Sent = Promise<void> | string

/** Sends one request at a time: whether it is under way, and what went wrong. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (send: () => Sent) => {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const sent = send()
      if (typeof sent === 'string') setProblem(sent)
      else await sent
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const submit = (send: (filled: FormData) => Sent) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    void run(() => send(filled))
  }
  return { busy, problem, run, submit }
}

export const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="problem">
    {children}
  </p>
)
