import { type FormEvent, useId, useState } from 'react'
import { Button } from './page/button'
import { useTitle } from './page/title'
import type { Refused } from './registry'

type LoginProps = { logIn: (token: string) => Promise<void>; ended: boolean }

/** By token: the console knows people by the names of their tokens, as the audit log does. */
export function Login({ logIn, ended }: LoginProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useId()
  useTitle('Log in')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim()
    if (busy) return
    if (token === '') return setProblem('Paste a token. An administrator makes one: npm run release -- token create')
    setBusy(true)
    try {
      await logIn(token)
    } catch (error) {
      setProblem((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="login">
      <h1>Marram release desk</h1>
      {ended && <p role="status">Your session has ended. Log in again to go on where you were.</p>}
      <form onSubmit={submit} noValidate>
        <label htmlFor={field}>Token</label>
        <input
          id={field}
          name="token"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${field}-hint`}
        />
        <p id={`${field}-hint`} className="hint">
          On the machine of the site it is in <code>data/releases/token</code>.
        </p>
        <p role="alert" className="problem">
          {problem}
        </p>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Logging in …' : 'Log in'}
        </Button>
      </form>
    </main>
  )
}
