import { report } from '@marram/sdk/report'
import { accessToken, accessTokenAge, useSession } from '@marram/sdk/session'
import { renewedToken } from './renew-session'

/** Between two renewals: an API may give tokens that last a second. */
const PAUSE = 60_000
/** After a failure, doubled each time: the API repeats a lost response for some minutes. */
const FIRST_PAUSE = 5000
const DAY = 86_400_000

/**
 * Renews the access token after nine tenths of its life, in a visible tab. Its age is what has passed on this device,
 * so a clock that is wrong does not matter. Returns a function that stops it.
 */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = Number.NEGATIVE_INFINITY
  let failures = 0
  const plan = () => {
    clearTimeout(timer)
    const due = dueIn()
    if (due === undefined || document.hidden) return
    timer = setTimeout(renew, Math.min(Math.max(due, next - performance.now(), 0), DAY))
  }
  const renew = async () => {
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

/** Milliseconds until the token should be renewed; undefined if that is not known. */
function dueIn(): number | undefined {
  const token = accessToken()
  const [life, age] = [token && tokenLife(token), accessTokenAge()]
  if (!life || age === undefined) return undefined
  // The clock was set back: the age is unknown.
  return age < 0 ? 0 : life * 0.9 - age
}

/** Milliseconds from issue to expiry, by the token's claims; undefined without usable ones. */
export function tokenLife(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  const life = (Number(exp) - Number(iat)) * 1000
  return life > 0 && Number.isFinite(life) ? life : undefined
}

/** The token of another host may be of any kind. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) }
  } catch {
    return {}
  }
}
