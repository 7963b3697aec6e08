import { refreshSession } from '@marram/api-contract/session'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { accessToken, refreshToken, useSession } from '@marram/sdk/session'

/** Longer than a call may take: the tab that has the lock may be asleep. */
const PATIENCE_MS = 20_000
/** By then all tabs see the data that one has written. */
const SETTLED_MS = 200
const LOCK = 'marram:session'

/** The SDK's own function. `start` replaces it for sections with a `logOut` that does the same as the header's button. */
export const forgetTokens = useSession.getState().logOut

let refused = false
/** Whether the API, and not the visitor, ended the last session, as far as this tab knows. */
export const wasRefused = () => refused
useSession.subscribe(({ loggedIn }) => {
  if (loggedIn) refused = false
})

let running: { worn: string; token: Promise<string | undefined> } | undefined

/**
 * A new token for an expired one; undefined if the session has ended. A refresh token is for one use, so concurrent calls
 * in all tabs share one request. Throws if the API made no decision; the session then stays.
 */
export function renewedToken(worn: string): Promise<string | undefined> {
  if (running?.worn === worn) return running.token
  const token = oneTabAtATime(() => renew(worn)).finally(() => {
    if (running?.token === token) running = undefined
  })
  running = { worn, token }
  return token
}

/** Without locks, as on plain HTTP, tabs may send requests concurrently: the API gives them the same tokens. */
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

/** Tabs may be separate processes: the lock can arrive before the data that the other tab wrote. */
const storageSettled = () =>
  new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true })
    setTimeout(resolve, SETTLED_MS)
  })

async function renew(worn: string): Promise<string | undefined> {
  // Another tab was faster, or the visitor has logged out.
  if (accessToken() !== worn) return accessToken()
  const used = refreshToken()
  // Also undefined if a host has no such call: the session ends.
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

/** Undefined if the API has denied it. Throws if the API is unreachable, overloaded or broken. */
export const unlessDenied = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)) return undefined
    throw error
  })
