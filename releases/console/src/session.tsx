import { session as sessionAnswer } from '@marram/release-contract/calls/tokens'
import { type Action, type Subject, whyNot } from '@marram/release-contract/permissions'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { Login } from './login'
import { Failure, Waiting } from './page/states'
import { ask, type Refused, send, sessionEnds } from './registry'

const PATH = '/session'
type Caller = NonNullable<z.infer<typeof sessionAnswer>['caller']>
type Session = {
  caller: Caller
  /** Where visitors see which environment; null where the registry was not told. */
  site: z.infer<typeof sessionAnswer>['site']
  logOut: () => Promise<void>
}
const Context = createContext<Session | undefined>(undefined)

/** Its children for whoever is logged in; the login for everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, mutate } = useSWR<z.infer<typeof sessionAnswer>, Refused>(PATH, (path: string) =>
    ask(path, sessionAnswer),
  )
  const { mutate: forget } = useSWRConfig()
  const [ended, setEnded] = useState(false)
  const caller = data?.caller
  useEffect(() => {
    const end = () => {
      setEnded(true)
      void mutate()
    }
    sessionEnds.addEventListener('end', end)
    return () => sessionEnds.removeEventListener('end', end)
  }, [mutate])
  if (caller) {
    const logOut = async () => {
      const none = await send('DELETE', PATH, sessionAnswer)
      setEnded(false)
      // What this person saw is nothing for the next one.
      await forget(() => true, undefined, { revalidate: false })
      await mutate(none, { revalidate: false })
    }
    return <Context value={{ caller, site: data.site, logOut }}>{children}</Context>
  }
  if (error && !data) return <Failure error={error} again={() => void mutate()} />
  if (!data) return <Waiting what="the session" />
  const logIn = async (token: string) => {
    await mutate(await send('POST', PATH, sessionAnswer, { token }), { revalidate: false })
    setEnded(false)
  }
  return <Login logIn={logIn} ended={ended} />
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
