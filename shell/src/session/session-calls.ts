import { revokeSession, sessionNamedIn, verifySession } from '@marram/api-contract/session'
import { SHELL_PREFIXES } from '@marram/release-contract/release'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { accessToken, refreshToken } from '@marram/sdk/session'
import { unlessRefused } from '@marram/sdk/storage'
import { forgetDrafts } from './forget-drafts'
import { forgetTokens, renewedToken, unlessDenied } from './renew-session'

/**
 * Whether the session is valid, if need be after new tokens. An API in trouble ends no session. Throws if it is
 * offline.
 */
export async function hasValidSession(signal: AbortSignal): Promise<boolean> {
  const token = accessToken()
  if (!token) return false
  if (await unlessResponded(call(verifySession, { body: { access_token: token }, signal }))) return true
  return (await unlessResponded(renewedToken(token))) !== undefined
}

/** Undefined where any other response came. */
const unlessResponded = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.kind === 'answer') return undefined
    throw error
  })

/** Logs out on this device at once. Rejects where the server is not reached: `endLeftSessions` ends it there later. */
export async function endSession(): Promise<void> {
  const token = refreshToken()
  forgetTokens()
  forgetDrafts()
  if (!token) return
  const session = sessionNamedIn(token)
  // Before the call: the tab may be closed meanwhile.
  if (session) leaveSession(session)
  await revoke(token)
  if (session) sessionHasEnded(session)
}

/** The same, for whoever does not wait for it. */
export const leave = (): void =>
  void endSession().catch((error: Error) => report({ kind: 'log-out', message: error.message }))

async function endLeftSessions(): Promise<void> {
  for (const session of leftSessions()) {
    await revoke(session)
    sessionHasEnded(session)
  }
}

const revoke = (refresh_token: string) => unlessDenied(call(revokeSession, { body: { refresh_token } }))

/** Ends these sessions on the server, now and whenever the network is back. Returns how to stop. */
export function endLeftSessionsOnline(): () => void {
  const end = () => void endLeftSessions().catch((error: Error) => report({ kind: 'log-out', message: error.message }))
  end()
  addEventListener('online', end)
  return () => removeEventListener('online', end)
}

/** Sessions that may still be valid on the server. Of each only the name is stored: it can end one, not continue it. */
const [PREFIX] = SHELL_PREFIXES

const leaveSession = (session: string) => unlessRefused(() => localStorage.setItem(PREFIX + session, ''), undefined)
const sessionHasEnded = (session: string) => unlessRefused(() => localStorage.removeItem(PREFIX + session), undefined)
const leftSessions = () =>
  unlessRefused(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
