import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { FederatedPages } from '../federation/federated-pages'
import type { PageHandle } from '../federation/pages'
import { savesData } from './data-ahead'

/** A visitor who still scrolls reads nothing. */
const REST_MS = 600
/** Kinds of pages of which the code is fetched each time that the visitor comes to rest. */
const MOST_AT_ONCE = 3
/**
 * What a visitor does before following a link; until then a page costs nothing that it does not need itself. Not
 * `scroll`: carousels scroll by themselves.
 */
const SIGNS = ['wheel', 'touchmove', 'pointermove', 'keydown']

/**
 * Fetches the code of those pages of the same section that links on the screen lead to, once the visitor has begun to
 * look around and rests: a finger gives no other notice before it follows a link.
 */
export function codeAhead(routes: RouteObject[], pages: Pick<FederatedPages, 'peek' | 'ahead'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tried = new Set<string>()

  const handleOf = (address: { pathname: string; search: string }) =>
    matchRoutes(routes, address)?.at(-1)?.route.handle as PageHandle | undefined

  function look(): void {
    if (savesData()) return
    const section = handleOf(location)?.section
    const links = ['main', 'header'].flatMap((part) => [
      ...document.querySelectorAll<HTMLAnchorElement>(`${part} a[href^="/"]`),
    ])
    const wanted = new Map<string, PageHandle>()
    for (const handle of links.filter(isOnScreen).map(handleOf)) {
      if (!handle || handle.section !== section || tried.has(handle.pattern)) continue
      if (!pages.peek(handle.section, handle.pattern)) wanted.set(handle.pattern, handle)
    }
    for (const { section, pattern } of [...wanted.values()].slice(0, MOST_AT_ONCE)) {
      // Once: what fails is tried again, and reported, when the page is opened.
      tried.add(pattern)
      void pages.ahead(section, pattern).then((page) => page?.prepare?.())
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
