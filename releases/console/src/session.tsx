import type { Session as SessionShown } from '@marram/release-contract/calls/tokens'
import { type Action, type Caller, type Subject, whyNot } from '@marram/release-contract/permissions'
import type { RegistryError } from '@marram/release-contract/registry-client'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import useSWR, { SWRConfig } from 'swr'
import { Problem, useSending } from './forms/sending'
import { Button, Failure, Title, Waiting } from './page/page'
import { send } from './registry'

type Session = {
  caller: Caller
  logOut: () => Promise<void>
}
// Everything that uses it is within `SessionGate`.
const Context = createContext({} as Session)
export const useSession = (): Session => useContext(Context)

/** Shows its children to people who are logged in, and the login to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, mutate } = useSWR<SessionShown, RegistryError>('session', () => send('showSession', {}))
  const [ended, setEnded] = useState(false)
  const caller = data?.caller
  if (caller) {
    const logOut = async () => {
      const nobody = await send('logOut', {})
      setEnded(false)
      await mutate(nobody, { revalidate: false })
    }
    // The page stays until it is known whether somebody is still logged in.
    const onError = ({ status }: RegistryError) => {
      if (status !== 401) return
      setEnded(true)
      void mutate()
    }
    return (
      // With a cache of its own: the next person must not see what this one saw.
      <SWRConfig key={caller.name} value={{ provider: () => new Map(), onError }}>
        <Context value={{ caller, logOut }}>{children}</Context>
      </SWRConfig>
    )
  }
  if (error && !data) return <Failure error={error} again={() => void mutate()} />
  if (!data) return <Waiting what="the session" />
  const logIn = async (token: string) => {
    await mutate(await send('logIn', { token }), { revalidate: false })
    setEnded(false)
  }
  return <Login logIn={logIn} ended={ended} hasOidc={data.hasOidc} />
}

/** Why the person who is logged in may not do it; undefined if they may. The registry decides by the same function. */
export const useWhyNot = (action: Action, subject: Subject): string | undefined =>
  whyNot(useSession().caller, action, subject)

type LoginProps = { logIn: (token: string) => Promise<void>; ended: boolean; hasOidc: boolean }

/** Why a login at the issuer led to nothing, by the word in the address. */
const notCompleted: Record<string, string> = {
  failed: 'That login was not completed. Try again, or use a token.',
  unknown: 'Nobody here is known by that login. An administrator can add you, on the page Tokens.',
}

/** With a token: its name is the name of the person, in the console and in the audit log. */
function Login({ logIn, ended, hasOidc }: LoginProps) {
  const { busy, problem, submit } = useSending()
  const field = useId()
  const send = (filled: FormData) => {
    const token = String(filled.get('token') ?? '').trim()
    return token === '' ? 'Paste a token. An administrator can make one: npm run release -- token create' : logIn(token)
  }
  return (
    <main className="login">
      <Title>Log in</Title>
      <h1>Marram release desk</h1>
      {ended && <p role="status">Your session has ended. Log in again to go on where you were.</p>}
      {hasOidc && (
        <>
          <Problem>{notCompleted[new URLSearchParams(location.search).get('login') ?? ''] ?? ''}</Problem>
          <a className="button primary" href="/console/login">
            Log in with your organisation
          </a>
          <p>or with a token:</p>
        </>
      )}
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
        <Button type="submit" look={hasOidc ? 'plain' : 'primary'} busy={busy}>
          {busy ? 'Logging in …' : 'Log in'}
        </Button>
      </form>
    </main>
  )
}
