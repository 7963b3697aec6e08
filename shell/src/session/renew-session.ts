import { refreshSession } from '@marram/api-contract/session'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { accessToken, accessTokenAge, refreshToken, useSession } from '@marram/sdk/session'

/** Longer than a call may take: a phone may have put the tab to sleep that has the lock. */
const PATIENCE_MS = 20_000
/** What one tab writes is there for the others by then. */
const SETTLED_MS = 200
const LOCK = 'marram:session'

let running: { worn: string; token: Promise<string | undefined> } | undefined

/**
 * A token instead of one that is worn; undefined where the session has ended. A refresh token is for one use, so all
 * calls at once, in all tabs, get the result of one call. Throws where the API did not judge, and the session stays.
 */
export function renewedToken(worn: string): Promise<string | undefined> {
  if (running?.worn === worn) return running.token
  const token = oneTabAtATime(() => renew(worn)).finally(() => {
    if (running?.token === token) running = undefined
  })
  running = { worn, token }
  return token
}

/** Without locks, as on plain HTTP, tabs may ask at once: the API gives both the same. */
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

/** The lock of another tab may arrive before what it wrote, where each tab is a process of its own. */
const storageSettled = () =>
  new Promise<void>((resolve) => {
    addEventListener('storage', () => resolve(), { once: true })
    setTimeout(resolve, SETTLED_MS)
  })

async function renew(worn: string): Promise<string | undefined> {
  // Another tab was faster, or the visitor has logged out.
  if (accessToken() !== worn) return accessToken()
  const used = refreshToken()
  // A host that has no such call refuses it, and the session ends.
  const renewed = used ? await unlessRefused(call(refreshSession, { body: { refresh_token: used } })) : undefined
  // Meanwhile logged out, or in as another visitor: this response is of no use any more.
  if (refreshToken() !== used) return accessToken()
  const { logIn, logOut } = useSession.getState()
  const { access_token: access, refresh_token: refresh } = renewed?.data ?? {}
  if (access) logIn({ access, refresh: refresh || (used as string) })
  else logOut()
  return accessToken()
}

/** Undefined where the API has judged so. Out of reach, overloaded or broken it has not: that is thrown. */
export const unlessRefused = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)) return undefined
    throw error
  })

/** Between two tokens: an API that gives tokens of a second is not asked all the time. */
const PAUSE = 60_000
/** After a try that failed, doubled each time: the response may have been lost, and is available for some minutes. */
const FIRST_PAUSE = 5000
const DAY = 86_400_000

/**
 * An effect: renews the access token when nine tenths of its life are over, in a tab that is looked at. Its age is what
 * has passed on this device, so a clock that is wrong does not matter. Returns how to stop.
 */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = Number.NEGATIVE_INFINITY
  let failures = 0
  const plan = () => {
    clearTimeout(timer)
    const due = dueIn()
    if (due === undefined || document.hidden) return
    timer = setTimeout(renewIfDue, Math.min(Math.max(due, next - performance.now(), 0), DAY))
  }
  const renewIfDue = async () => {
    const [token, due] = [accessToken(), dueIn()]
    if (token && due !== undefined && due <= 0) {
      next = performance.now() + PAUSE
      failures = await renewedToken(token).then(
        () => 0,
        (error: Error) => {
          report({ kind: 'session', message: error.message })
          return failures + 1
        },
      )
      if (failures > 0) next = performance.now() + Math.min(PAUSE, FIRST_PAUSE * 2 ** (failures - 1))
    }
    plan()
  }
  const stopListening = useSession.subscribe(plan)
  document.addEventListener('visibilitychange', plan)
  plan()
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', plan)
  }
}

/** Milliseconds until the token should be renewed; undefined where that is not known. */
function dueIn(): number | undefined {
  const token = accessToken()
  const [life, age] = [token && tokenLife(token), accessTokenAge()]
  if (!life || age === undefined) return undefined
  // After a clock was put back the age is unknown.
  return age < 0 ? 0 : life * 0.9 - age
}

/** Milliseconds from issue to end by an access token's own claims; undefined where it has none of use. */
export function tokenLife(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  const life = (Number(exp) - Number(iat)) * 1000
  return life > 0 && Number.isFinite(life) ? life : undefined
}

/** A host that is not ours may use tokens of any kind. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) }
  } catch {
    return {}
  }
}
