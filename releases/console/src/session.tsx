import type { Session as SessionShown } from '@marram/release-contract/calls/tokens'
import { type Action, type Caller, type Subject, whyNot } from '@marram/release-contract/permissions'
import type { RegistryError } from '@marram/release-contract/registry-client'
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { Login } from './login'
import { Failure, Waiting } from './page/states'
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
