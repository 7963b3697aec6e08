import { revokeSession, sessionNamedIn, verifySession } from '@marram/api-contract/session'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { accessToken, refreshToken, useSession } from '@marram/sdk/session'
import { forgetDrafts } from './forget-drafts'
import { renewedToken, unlessRefused } from './renew-session'

/**
 * Whether the API calls the session valid, if need be after new tokens. Any other response means no, and the refresh
 * decides whether the session ends: an API in trouble ends none. Throws where the API cannot be reached.
 */
export async function hasValidSession(signal: AbortSignal): Promise<boolean> {
  const token = accessToken()
  if (!token) return false
  if (await unlessResponded(call(verifySession, { body: { access_token: token }, signal }))) return true
  return (await unlessResponded(renewedToken(token))) !== undefined
}

/** Undefined where a response of another kind than expected came. */
const unlessResponded = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.kind === 'answer') return undefined
    throw error
  })

/**
 * Logs out on this device at once, with nothing left of forms that were not sent, and ends the session on the server.
 * Rejects where that cannot be reached: `endLeftSessions` ends it later, and its tokens are gone meanwhile.
 */
export async function endSession(): Promise<void> {
  const token = refreshToken()
  useSession.getState().logOut()
  forgetDrafts()
  if (!token) return
  const session = sessionNamedIn(token)
  // Before the call: the tab may be closed while that is under way.
  if (session) leaveSession(session)
  await revoke(token)
  if (session) sessionHasEnded(session)
}

/** Ends on the server what was left here while that could not be reached. */
async function endLeftSessions(): Promise<void> {
  for (const session of leftSessions()) {
    await revoke(session)
    sessionHasEnded(session)
  }
}

const revoke = (refresh_token: string) => unlessRefused(call(revokeSession, { body: { refresh_token } }))

/** Ends the sessions that were left without the server, now and whenever the network is back. Returns how to stop. */
export function endLeftSessionsOnline(): () => void {
  const end = () => void endLeftSessions().catch((error: Error) => report({ kind: 'log-out', message: error.message }))
  end()
  addEventListener('online', end)
  return () => removeEventListener('online', end)
}

/**
 * Sessions that were ended on this device and perhaps not yet on the server. Of each only the name is stored, which ends
 * it and continues nothing. Where storage is refused, a session ends on the server by its age.
 */
const PREFIX = 'marram:left-session:'

const leaveSession = (session: string) => unlessRefusedStorage(() => localStorage.setItem(PREFIX + session, ''))
const sessionHasEnded = (session: string) => unlessRefusedStorage(() => localStorage.removeItem(PREFIX + session))
const leftSessions = () =>
  unlessRefusedStorage(() =>
    Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [])),
  ) ?? []

function unlessRefusedStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
