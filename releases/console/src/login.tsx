import { useId } from 'react'
import { Problem, useSending } from './forms/sending'
import { Button } from './page/button'
import { Title } from './page/page'

type LoginProps = { logIn: (token: string) => Promise<void>; ended: boolean }

/** By token: the console knows people by the names of their tokens, as the audit log does. */
export function Login({ logIn, ended }: LoginProps) {
  const { busy, problem, submit } = useSending()
  const field = useId()
  const send = (filled: FormData) => {
    const token = String(filled.get('token') ?? '').trim()
    return token === '' ? 'Paste a token. An administrator makes one: npm run release -- token create' : logIn(token)
  }
  return (
    <main className="login">
      <Title>Log in</Title>
      <h1>Marram release desk</h1>
      {ended && <p role="status">Your session has ended. Log in again to go on where you were.</p>}
      <form onSubmit={submit(send)} noValidate>
        <label htmlFor={field}>Token</label>
        <input
          id={field}
          name="token"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          aria-invalid={problem !== ''}
          aria-describedby={`${field}-hint`}
        />
        <p id={`${field}-hint`} className="hint">
          On the machine of the site it is in <code>data/releases/token</code>.
        </p>
        <Problem>{problem}</Problem>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Logging in …' : 'Log in'}
        </Button>
      </form>
    </main>
  )
}
