import { call } from '@marram/client/client'
import { revokeSession, verifySession } from '@marram/contracts/session'
import { accessToken, refreshToken, useSession } from '@marram/host/session'
import { forgetDrafts } from './forget-drafts'
import { renewedToken, unlessRefused } from './renew-session'

/** Whether the API calls the session valid, after new tokens where the old one has run out. Throws where nobody can say. */
export async function hasValidSession(signal: AbortSignal): Promise<boolean> {
  const token = accessToken()
  if (!token) return false
  if (await unlessRefused(call(verifySession, { body: { access_token: token }, signal }))) return true
  return (await renewedToken(token)) !== undefined
}

/**
 * Logs out on this device at once, with nothing left of forms that were not sent, and ends the session on the server.
 * Rejects where that cannot be reached: the session then ends there by its age, and nobody has its tokens.
 */
export async function endSession(): Promise<void> {
  const token = refreshToken()
  useSession.getState().logOut()
  forgetDrafts()
  if (token) await unlessRefused(call(revokeSession, { body: { refresh_token: token } }))
}
