import { firstMatch } from '@marram/release-contract/patterns'
import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router-dom'
import type { FederatedPages } from '../federation/federated-pages'
import type { PageHandle, Pages } from '../federation/pages'
import type { DataAhead } from './data-ahead'
import { savesData } from './data-ahead'

/** A pointer that only passes over a link does not count. */
const POINTER_REST_MS = 50

/** Fetches code and data of a page while the visitor points at its link or has it in focus. */
export function fetchAhead(routes: RouteObject[], pages: Pages, ahead: DataAhead): void {
  let pointedAt: HTMLAnchorElement | null = null
  /** Where the pointer was last seen. */
  let underPointer: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function pointAt(link: HTMLAnchorElement | null): void {
    if (link === pointedAt) return
    pointedAt = link
    clearTimeout(timer)
    ahead.cancel()
    if (link && !link.target && !savesData()) timer = setTimeout(() => fetchPage(link), POINTER_REST_MS)
  }

  function fetchPage({ pathname, search }: HTMLAnchorElement): void {
    const match = matchRoutes(routes, { pathname, search })?.at(-1)
    const handle = match?.route.handle as PageHandle | undefined
    if (!match || !handle || pathname + search === location.pathname + location.search) return
    const code = pages.load(handle.section, handle.pattern)
    // A failure has been reported by then, and the click tries again.
    code.catch(() => {})
    // Personal data is fetched only when the link is followed.
    if (handle.requiresLogin || handle.private) return
    const url = new URL(pathname + search, location.origin)
    ahead.begin(url.href, async (signal) => {
      const { loader } = await code
      signal.throwIfAborted()
      const args = { request: new Request(url, { signal }), url, params: match.params }
      return typeof loader === 'function' ? loader(args as LoaderFunctionArgs) : null
    })
  }

  function movePointerTo(link: HTMLAnchorElement | null): void {
    underPointer = link
    pointAt(link)
  }

  // Not `pointerover`: scrolling also moves links below a resting pointer.
  for (const event of ['pointermove', 'pointerdown'])
    document.addEventListener(event, ({ target }) => movePointerTo(linkOf(target)), { passive: true })
  document.documentElement.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') movePointerTo(null)
  })
  // A touch on a link became a scroll.
  document.addEventListener('pointercancel', () => movePointerTo(null))
  document.addEventListener('focusin', ({ target }) => pointAt(linkOf(target)))
  // The focus has left the page, but the pointer may still be on a link.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null && pointedAt !== underPointer) pointAt(null)
  })
  // The visitor uses Back or Forward.
  addEventListener('popstate', () => pointAt(null))
  // The link is followed before the timer ends.
  document.addEventListener('click', () => clearTimeout(timer), { capture: true })
}

const linkOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null

/** Without input for so long, a visitor counts as idle. */
const SCROLL_REST_MS = 600
/** Number of patterns whose code is fetched each time that the visitor is idle. */
const MOST_AT_ONCE = 3
/** What a visitor does before following a link. Not `scroll`: carousels scroll by themselves. */
const SIGNS = ['wheel', 'touchmove', 'pointermove', 'keydown']

/** When idle, fetches code for links on the screen, and what a link to another section needs before its code: touch gives no hover. */
export function codeAhead(
  routes: RouteObject[],
  pages: Pick<FederatedPages, 'peek' | 'ahead' | 'federationAhead'>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tried = new Set<string>()

  const declared = routes.flatMap(({ children = [] }) => children).filter(({ handle }) => handle)
  // Not the router's own: it compiles every pattern again for each link, which blocks a slow phone for a third of a second.
  const handleOf = ({ pathname }: { pathname: string }) =>
    firstMatch(declared, ({ path }) => path as string, pathname)?.handle as PageHandle | undefined

  function look(): void {
    if (savesData()) return
    pages.federationAhead()
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
      // Once: opening the page tries again, and reports a failure.
      tried.add(pattern)
      void pages.ahead(section, pattern).then((page) => page?.prepare?.())
    }
  }

  const onSign = () => {
    clearTimeout(timer)
    timer = setTimeout(look, SCROLL_REST_MS)
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true, capture: true })
}

function isOnScreen(link: HTMLElement): boolean {
  const { top, bottom, width } = link.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}
