import type { Session as SessionShown } from '@marram/release-contract/calls/tokens'
import { type Action, type Caller, type Subject, whyNot } from '@marram/release-contract/permissions'
import type { RegistryError } from '@marram/release-contract/registry-client'
import { createContext, type ReactNode, useContext, useId, useState, useSyncExternalStore } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { Problem, useSending } from './forms/sending'
import { Button } from './page/button'
import { Failure, Title, Waiting } from './page/page'
import { send, sessionEnds } from './registry'

type Session = {
  caller: Caller
  /** Where visitors see which environment; null where the registry does not know. */
  site: SessionShown['site']
  logOut: () => Promise<void>
}
const Context = createContext<Session | undefined>(undefined)

/** Its children for whoever is logged in; the login for everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const ends = useSyncExternalStore(sessionEnds.subscribe, () => sessionEnds.count)
  // A call that found nobody logged in asks anew; what is shown stays until the response.
  const { data, error, mutate } = useSWR<SessionShown, RegistryError>(
    ['showSession', ends],
    () => send('showSession', {}),
    { keepPreviousData: true },
  )
  const { mutate: forget } = useSWRConfig()
  const [seen, setSeen] = useState(ends)
  const caller = data?.caller
  if (caller) {
    const logOut = async () => {
      const none = await send('logOut', {})
      setSeen(ends)
      // What this person saw is nothing for the next one.
      await forget(() => true, undefined, { revalidate: false })
      await mutate(none, { revalidate: false })
    }
    return <Context value={{ caller, site: data.site, logOut }}>{children}</Context>
  }
  if (error && !data) return <Failure error={error} again={() => void mutate()} />
  if (!data) return <Waiting what="the session" />
  const logIn = async (token: string) => {
    await mutate(await send('logIn', { token }), { revalidate: false })
    setSeen(ends)
  }
  return <Login logIn={logIn} ended={ends !== seen} />
}

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('outside of a session')
  return session
}

/** Why whoever is logged in may not do it; undefined where they may. The registry decides by the same words. */
export function useWhyNot(): (action: Action, subject: Subject) => string | undefined {
  const { caller } = useSession()
  return (action, subject) => whyNot(caller, action, subject)
}

type LoginProps = { logIn: (token: string) => Promise<void>; ended: boolean }

/** By token: the console knows people by the names of their tokens, as the audit log does. */
function Login({ logIn, ended }: LoginProps) {
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
