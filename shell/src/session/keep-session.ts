import { report } from '@marram/sdk/report'
import { accessToken, accessTokenAge, useSession } from '@marram/sdk/session'
import { renewedToken } from './renew-session'

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
