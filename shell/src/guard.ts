import { isApiError } from '@marram/client/api-error'
import { call } from '@marram/client/client'
import { verifySession } from '@marram/contracts/session'
import { accessToken, useSession } from '@marram/host/session'
import { redirect } from 'react-router-dom'

/**
 * Lets only visitors with a valid session through; the others go to `/login` and come back afterwards. Browser only.
 * Where nobody can say whether the session is valid it stays, and the failure is thrown: it may be tried again.
 */
export async function guard(request: Request): Promise<void> {
  const { pathname, search } = new URL(request.url)
  const login = redirect(`/login?from=${encodeURIComponent(pathname + search)}`)
  const token = accessToken()
  if (!token) throw login
  try {
    await call(verifySession, { body: { access_token: token }, signal: request.signal })
  } catch (error) {
    if (!isRefusal(error)) throw error
    useSession.getState().logOut()
    throw login
  }
}

/** The API has judged the token. Out of reach, overloaded or broken it has not. */
const isRefusal = (error: unknown) =>
  isApiError(error) && error.code >= 400 && error.code < 500 && error.code !== 408 && error.code !== 429
