/** What React hydrates a whole page for in one task, before anything else can be painted, if it is not hydrated yet. */
const URGENT =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel click auxclick dblclick contextmenu keydown keypress keyup input textInput change copy cut paste compositionstart compositionend'

/** A form that only scripts can send may have fields that only scripts show. */
const BY_REACT = 'form:not([action])'

function hold(event: Event): void {
  if (!(event.target instanceof Element && event.target.closest(BY_REACT))) event.stopPropagation()
}

/**
 * While the page is being hydrated in slices, React sees no press and no key: as before its start, the browser does what it
 * can, and presses and entries are repeated later.
 */
export function holdEvents(): void {
  for (const kind of URGENT.split(' ')) document.addEventListener(kind, hold, true)
}

/** Once the page is hydrated, or never will be. */
export function passEvents(): void {
  for (const kind of URGENT.split(' ')) document.removeEventListener(kind, hold, true)
}

/** Has React hydrate the part around an element at once, as it does for any press; this one means nothing else. */
export function hydrateAround(element: Element): void {
  element.dispatchEvent(new Event('touchcancel', { bubbles: true }))
}
