import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../page/button'

/** Throws what the registry refused; a text is what is missing before anything can be sent. */
type Send = () => Promise<void> | string

/** Sends one thing at a time: whether it is under way, and what went wrong. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (send: Send) => {
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
  const submit = (send: (filled: FormData) => ReturnType<Send>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    void run(() => send(filled))
  }
  return { busy, problem, run, submit }
}
export type Sending = ReturnType<typeof useSending>

export const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="problem">
    {children}
  </p>
)

type FormProps = {
  sending: Sending
  send: Send
  /** On the button, and while it is done. */
  verb: string
  doing: string
  danger?: boolean | undefined
  cancel: () => void
  children: ReactNode
}

/** The form of a dialog: fields, then what went wrong, then the way on and back. */
export function SendForm({
  sending: { busy, problem, submit },
  send,
  verb,
  doing,
  danger,
  cancel,
  children,
}: FormProps) {
  return (
    <form onSubmit={submit(send)} noValidate>
      {children}
      <Problem>{problem}</Problem>
      <div className="buttons">
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? `${doing} …` : verb}
        </Button>
        <Button busy={busy} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
