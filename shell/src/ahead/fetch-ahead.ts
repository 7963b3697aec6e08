import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router-dom'
import type { PageHandle, Pages } from '../federation/pages'
import type { DataAhead } from './data-ahead'
import { savesData } from './data-ahead'

/** A pointer that only passes over a link does not count. */
const REST_MS = 50

/**
 * Fetches code and data of a page while the visitor points at its link or has it in focus, and ends that when they turn
 * away: the click then waits for nothing, or for what is on its way.
 */
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
    if (link && !link.target && !savesData()) timer = setTimeout(() => fetchPage(link), REST_MS)
  }

  function fetchPage({ pathname, search }: HTMLAnchorElement): void {
    const match = matchRoutes(routes, { pathname, search })?.at(-1)
    const handle = match?.route.handle as PageHandle | undefined
    if (!match || !handle || pathname + search === location.pathname + location.search) return
    const code = pages.load(handle.section, handle.pattern)
    // A failure has been reported by then, and the click tries again.
    code.catch(() => {})
    // What is personal is asked for when it is meant.
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

  // Not `pointerover`: a link that comes to lie below a pointer that rests is not meant.
  for (const event of ['pointermove', 'pointerdown'])
    document.addEventListener(event, ({ target }) => movePointerTo(linkOf(target)), { passive: true })
  document.documentElement.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') movePointerTo(null)
  })
  // A finger that began on a link and scrolls.
  document.addEventListener('pointercancel', () => movePointerTo(null))
  document.addEventListener('focusin', ({ target }) => pointAt(linkOf(target)))
  // To nothing, or out of the window. A link below the pointer is meant all the same.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null && pointedAt !== underPointer) pointAt(null)
  })
  // The visitor goes back or forth instead.
  addEventListener('popstate', () => pointAt(null))
  // Followed before it came to that.
  document.addEventListener('click', () => clearTimeout(timer), { capture: true })
}

const linkOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
