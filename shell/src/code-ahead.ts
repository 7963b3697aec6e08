import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { Pages } from './pages'
import type { PageHandle } from './routes'
import { savesData } from './saves-data'

/** Nobody looks at what passes by. */
const REST_MS = 250
/** Kinds of pages of which the code is fetched each time that the visitor comes to rest. */
const MOST_AT_ONCE = 3
/** What a visitor does before following a link. Until then a page costs nothing that it does not need itself. */
const SIGNS = ['scroll', 'pointermove', 'touchstart', 'keydown']

/**
 * Fetches the code of those pages of the same section that links on the screen lead to, once the visitor has begun to
 * look around and rests: a finger gives no other notice before it follows a link.
 */
export function codeAhead(routes: RouteObject[], pages: Pages): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetched = new Set<string>()

  const handleOf = (address: { pathname: string; search: string }) =>
    matchRoutes(routes, address)?.at(-1)?.route.handle as PageHandle | undefined

  function look(): void {
    if (savesData()) return
    const section = handleOf(location)?.section
    const nearby = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(isOnScreen)
    const wanted = new Map<string, PageHandle>()
    for (const link of nearby) {
      const handle = handleOf(link)
      if (handle && handle.section === section && !fetched.has(handle.pattern)) wanted.set(handle.pattern, handle)
    }
    for (const { section, pattern } of [...wanted.values()].slice(0, MOST_AT_ONCE)) {
      fetched.add(pattern)
      pages.load(section, pattern).then(
        ({ prepare }) => prepare?.(),
        // A failure has been reported by then, and the click tries again.
        () => fetched.delete(pattern),
      )
    }
  }

  const onSign = () => {
    clearTimeout(timer)
    timer = setTimeout(look, REST_MS)
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true, capture: true })
}

function isOnScreen(link: HTMLElement): boolean {
  const { top, bottom, width } = link.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}
