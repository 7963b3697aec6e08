import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { Pages } from './pages'
import type { PageHandle } from './routes'

/** Fetches the code of a page while the visitor still points at its link: the click then waits for data alone. */
export function fetchAhead(routes: RouteObject[], pages: Pages): void {
  const asked = new Set<string>()
  document.addEventListener('pointerover', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/"]')
    const handle = link && (matchRoutes(routes, link.pathname)?.at(-1)?.route.handle as PageHandle | undefined)
    if (!handle || asked.has(handle.pattern)) return
    asked.add(handle.pattern)
    // A failure has been reported by then, and the click tries again.
    pages.load(handle.section, handle.pattern).catch(() => {})
  })
}
