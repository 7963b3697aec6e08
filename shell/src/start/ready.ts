import { hydrateAround, passEvents } from './early-events'
import { repeatHistory } from './early-history'
import { repeatEarlyInput } from './early-input'

export type StartMode = 'hydrated' | 'fresh'

let mode: StartMode = 'fresh'

/** `hydrated` if the server's markup was hydrated, `fresh` if it was replaced. */
export function setStartMode(given: StartMode): void {
  mode = given
}

/** Marks the document once the page responds, and repeats what the visitor did before. */
export function markReady(): void {
  keepPlace(() => {
    document.documentElement.dataset.ready = mode
  })
  performance.mark('marram:ready')
  // Not inside an effect: there React resets the field before it handles the entry.
  queueMicrotask(() => {
    passEvents()
    repeatEarlyInput()
    repeatHistory()
    // The boot script sends the forms that wait. For the event `submit` React hydrates no part, and the browser would send them.
    for (const form of document.querySelectorAll('form[data-held]')) hydrateAround(form)
    document.dispatchEvent(new Event('marram:ready'))
  })
}

/** All is laid out now that was far below: what a visitor sees who went there before stays where it is. */
function keepPlace(change: () => void): void {
  const seen = scrollY > 0 ? document.elementFromPoint(innerWidth / 2, innerHeight / 2) : null
  if (!seen) {
    change()
    return
  }
  const { style } = document.documentElement
  const { top } = seen.getBoundingClientRect()
  // The browser's own anchor would move the page once more, in its next frame.
  style.overflowAnchor = 'none'
  change()
  scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('overflow-anchor')))
}
