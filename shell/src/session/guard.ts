import { paths } from '@marram/api-contract/paths'
import { accessToken, useSession } from '@marram/sdk/session'
import { type createBrowserRouter, redirect } from 'react-router-dom'
import type { PageHandle } from '../federation/pages'
import { wasRefused } from './renew-session'
import { hasValidSession } from './session-calls'

/** Redirects visitors without a valid session to `/login`, with the reason. Throws if the API cannot be reached. */
export async function guard(request: Request): Promise<void> {
  if (await hasValidSession(request.signal)) return
  const { pathname, search } = new URL(request.url)
  // Tokens that are still there were neither accepted nor refused.
  const why = accessToken() ? 'unchecked' : wasRefused() ? 'ended' : undefined
  throw redirect(paths.login({ from: pathname + search, why }))
}

/** Runs the guard again after a logout, here or in another tab. Returns a function that stops it. */
export function guardAgain(router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'revalidate'>): () => void {
  return useSession.subscribe((now, before) => {
    const needed = router.state.matches.some(({ route }) => (route.handle as PageHandle | undefined)?.requiresLogin)
    if (needed && before.loggedIn && !now.loggedIn) void router.revalidate()
  })
}
