import { paths } from '@marram/api-contract/paths'
import { useSession } from '@marram/sdk/session'
import { type createBrowserRouter, redirect } from 'react-router-dom'
import type { PageHandle } from '../federation/pages'
import { hasValidSession } from './session-calls'

/** Redirects visitors without a valid session to `/login`. Throws where the API cannot be reached. */
export async function guard(request: Request): Promise<void> {
  if (await hasValidSession(request.signal)) return
  const { pathname, search } = new URL(request.url)
  throw redirect(paths.login({ from: pathname + search }))
}

/** Runs the guard again after a logout, here or in another tab. Returns how to stop. */
export function guardAgain(router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'revalidate'>): () => void {
  return useSession.subscribe((now, before) => {
    const needed = router.state.matches.some(({ route }) => (route.handle as PageHandle | undefined)?.requiresLogin)
    if (needed && before.loggedIn && !now.loggedIn) void router.revalidate()
  })
}
