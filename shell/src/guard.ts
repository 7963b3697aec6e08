import { call } from '@marram/client/client'
import { verifySession } from '@marram/contracts/session'
import { accessToken, useSession } from '@marram/host/session'
import { redirect } from 'react-router-dom'

/** Lets only visitors with a valid session through; the others go to `/login` and come back afterwards. Browser only. */
export async function guard(request: Request): Promise<void> {
  const { pathname, search } = new URL(request.url)
  const login = redirect(`/login?from=${encodeURIComponent(pathname + search)}`)
  const token = accessToken()
  if (!token) throw login
  try {
    await call(verifySession, { body: { access_token: token }, signal: request.signal })
  } catch (error) {
    if (request.signal.aborted) throw error
    useSession.getState().logOut()
    throw login
  }
}
