const PATIENCE_MS = 8000

/**
 * Until the page responds, holds back forms that only scripts can send; `marram:ready` sends them. `data-held` shows
 * the form's message about it.
 */
export function holdForms(): void {
  const held = new Map<HTMLFormElement, HTMLElement | null>()
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (form.hasAttribute('action')) return
    event.preventDefault()
    event.stopPropagation()
    if (!held.has(form)) {
      form.dataset.held = 'soon'
      setTimeout(() => {
        if (held.has(form)) form.dataset.held = 'late'
      }, PATIENCE_MS)
    }
    held.set(form, event.submitter)
  }
  const release = () => {
    document.removeEventListener('submit', hold, true)
    for (const [form, submitter] of held) {
      delete form.dataset.held
      // A page that was rendered again has another form of the same id.
      if (form.isConnected) form.requestSubmit(submitter)
      else (document.getElementById(form.id) as HTMLFormElement | null)?.requestSubmit()
    }
    held.clear()
  }
  document.addEventListener('submit', hold, true)
  document.addEventListener('marram:ready', release, { once: true })
}

/** What the browser alone does nothing with, or something else than the page's scripts. */
const BY_SCRIPT = 'button[type=button]:not([popovertarget]), a[role=button]'

/**
 * Until the page responds, holds back presses of buttons that only scripts answer; `marram:ready` repeats them, and `data-held`
 * shows that they were seen. A row of slides moves at once. If the page never responds, a link is followed.
 */
export function holdPresses(): void {
  const held = new Set<HTMLElement>()
  const hold = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>(BY_SCRIPT)
    // With these keys, a link opens elsewhere.
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    if (moveRow(control) || held.has(control)) return
    held.add(control)
    control.dataset.held = 'soon'
    setTimeout(() => {
      if (held.has(control)) giveUp(control)
    }, PATIENCE_MS)
  }
  const giveUp = (control: HTMLElement) => {
    held.delete(control)
    delete control.dataset.held
    if (control instanceof HTMLAnchorElement) location.assign(control.href)
  }
  const stop = () => {
    document.removeEventListener('click', hold, true)
    return [...held]
  }
  const release = () => {
    for (const control of stop()) {
      held.delete(control)
      delete control.dataset.held
      control.click()
    }
  }
  document.addEventListener('click', hold, true)
  document.addEventListener('marram:ready', release, { once: true })
  document.addEventListener('marram:failed', () => stop().forEach(giveUp), { once: true })
}

/** By one slide. The attribute is 1, or -1 for the way back. */
function moveRow({ dataset: { moves }, parentElement }: HTMLElement): boolean {
  const row = parentElement?.parentElement?.querySelector('ul')
  const slide = row?.firstElementChild
  if (!moves || !slide) return false
  const forward = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  row.scrollBy({ left: Number(moves) * forward * slide.getBoundingClientRect().width })
  return true
}
