import { refreshSession } from '@marram/api-contract/session'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { accessToken, refreshToken, useSession } from '@marram/sdk/session'

/** Longer than a call may take: the tab that has the lock may be asleep. */
const PATIENCE_MS = 20_000
/** By then all tabs see what one has written. */
const SETTLED_MS = 200
const LOCK = 'marram:session'

/** As the SDK has it. In its place `start` gives sections a `logOut` that does all that the header's button does. */
export const forgetTokens = useSession.getState().logOut

let refused = false
/** Whether the API, and not the visitor, ended the last session, as far as this tab knows. */
export const wasRefused = () => refused
useSession.subscribe(({ loggedIn }) => {
  if (loggedIn) refused = false
})

let running: { worn: string; token: Promise<string | undefined> } | undefined

/**
 * Another token for one that is worn; undefined where the session has ended. A refresh token is for one use, so all
 * calls at once, in all tabs, share one request. Throws where the API did not judge; the session stays then.
 */
export function renewedToken(worn: string): Promise<string | undefined> {
  if (running?.worn === worn) return running.token
  const token = oneTabAtATime(() => renew(worn)).finally(() => {
    if (running?.token === token) running = undefined
  })
  running = { worn, token }
  return token
}

/** Without locks, as on plain HTTP, tabs may ask at once: the API gives them the same tokens. */
async function oneTabAtATime(work: () => Promise<string | undefined>): Promise<string | undefined> {
  if (!navigator.locks) return work()
  const free = await navigator.locks.request(
    LOCK,
    { ifAvailable: true },
    async (lock) => lock && { token: await work() },
  )
  if (free) return free.token
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await navigator.locks.request(LOCK, { signal: patience }, async () => {
      await storageSettled()
      return work()
    })
  } catch (error) {
    if (error !== patience.reason) throw error
    return work()
  }
}

/** Tabs may be processes of their own: the lock can arrive before what the other tab wrote. */
const storageSettled = () =>
  new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true })
    setTimeout(resolve, SETTLED_MS)
  })

async function renew(worn: string): Promise<string | undefined> {
  // Another tab was faster, or the visitor has logged out.
  if (accessToken() !== worn) return accessToken()
  const used = refreshToken()
  // Undefined too where a host has no such call: the session ends.
  const renewed = used ? await unlessDenied(call(refreshSession, { body: { refresh_token: used } })) : undefined
  // Meanwhile the visitor has logged out, or another one in.
  if (refreshToken() !== used) return accessToken()
  const { logIn } = useSession.getState()
  const { access_token: access, refresh_token: refresh } = renewed?.data ?? {}
  if (access) logIn({ access, refresh: refresh || (used as string) })
  else {
    refused = true
    forgetTokens()
  }
  return accessToken()
}

/** Undefined where the API has denied it. An API that is out of reach, overloaded or broken has not: that is thrown. */
export const unlessDenied = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)) return undefined
    throw error
  })
