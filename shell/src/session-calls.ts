import { isApiError } from '@marram/client/api-error'
import { call } from '@marram/client/client'
import { refreshSession, revokeSession, verifySession } from '@marram/contracts/session'
import { accessToken, useSession } from '@marram/host/session'

/** Whether the API calls the session valid, after new tokens where the old one has run out. Throws where nobody can say. */
export async function hasValidSession(signal: AbortSignal): Promise<boolean> {
  const token = accessToken()
  if (!token) return false
  if (await unlessRefused(call(verifySession, { body: { access_token: token }, signal }))) return true
  // A host that has no such call refuses it, and the session ends.
  const renewed = await unlessRefused(call(refreshSession, { body: refreshToken(), signal }))
  const { logIn, logOut } = useSession.getState()
  if (renewed?.data.access_token) logIn({ access: renewed.data.access_token, refresh: renewed.data.refresh_token })
  else logOut()
  return useSession.getState().loggedIn
}

/** Logs out on this device at once, and ends the session on the server as soon as that can be reached. */
export async function endSession(): Promise<void> {
  const body = refreshToken()
  useSession.getState().logOut()
  await unlessRefused(call(revokeSession, { body }))
}

/** Asked for only where storage has just held the other token. */
const refreshToken = () => ({ refresh_token: localStorage.getItem('refresh_token') ?? '' })

/** Undefined where the API has judged so. Out of reach, overloaded or broken it has not: that is thrown. */
const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error) => {
    if (isApiError(error) && error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)) return undefined
    throw error
  })
