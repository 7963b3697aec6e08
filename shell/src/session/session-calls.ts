import { revokeSession, sessionNamedIn, verifySession } from '@marram/api-contract/session'
import { SHELL_PREFIXES } from '@marram/release-contract/release-files'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { accessToken, refreshToken } from '@marram/sdk/session'
import { unlessRefused } from '@marram/sdk/storage'
import { forgetDrafts } from './forget-drafts'
import { forgetTokens, renewedToken, unlessDenied } from './renew-session'

/**
 * Whether the session is valid, if necessary with new tokens. A failing API ends no session. Throws if it is offline.
 */
export async function hasValidSession(signal: AbortSignal): Promise<boolean> {
  const token = accessToken()
  if (!token) return false
  if (await unlessResponded(call(verifySession, { body: { access_token: token }, signal }))) return true
  return (await unlessResponded(renewedToken(token))) !== undefined
}

/** Undefined for any other response. */
const unlessResponded = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error) => {
    if (isApiError(error) && error.kind === 'answer') return undefined
    throw error
  })

/** Logs out on this device at once. Rejects if the server is not reached: `endLeftSessions` ends it there later. */
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

/** The same, for callers that do not await it. */
export const leave = (): void =>
  void endSession().catch((error: Error) => report({ kind: 'log-out', message: error.message }))

async function endLeftSessions(): Promise<void> {
  for (const session of leftSessions()) {
    await revoke(session)
    sessionHasEnded(session)
  }
}

const revoke = (refresh_token: string) => unlessDenied(call(revokeSession, { body: { refresh_token } }))

/** Ends these sessions on the server, now and whenever the network is back. Returns a function that stops it. */
export function endLeftSessionsOnline(): () => void {
  const end = () => void endLeftSessions().catch((error: Error) => report({ kind: 'log-out', message: error.message }))
  end()
  addEventListener('online', end)
  return () => removeEventListener('online', end)
}

/** Sessions that may still be valid on the server. Only the ids are stored, which can end a session but not continue it. */
const [PREFIX] = SHELL_PREFIXES

const leaveSession = (session: string) => unlessRefused(() => localStorage.setItem(PREFIX + session, ''), undefined)
const sessionHasEnded = (session: string) => unlessRefused(() => localStorage.removeItem(PREFIX + session), undefined)
const leftSessions = () =>
  unlessRefused(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
