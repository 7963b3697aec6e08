import { useSession } from '@marram/sdk/session'
import { useEffect } from 'react'
import { useMatches, useRevalidator } from 'react-router-dom'
import type { PageHandle } from '../routes/routes'

/** Whoever is logged out, here or in another tab, leaves a page that needs a login. */
export function useGuardAgain(): void {
  const { revalidate } = useRevalidator()
  const needed = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.requiresLogin)
  useEffect(() => {
    if (!needed) return
    return useSession.subscribe((now, before) => {
      if (before.loggedIn && !now.loggedIn) void revalidate()
    })
  }, [needed, revalidate])
}
