import { retryFirstFiles, watchStart } from './boot/failed-start'
import { preloadAfterPaint } from './boot/first-paint'
import { startTheme } from './boot/theme'

/**
 * Runs before the first paint, inlined into every page: theme and login pill are right from the start,
 * although every visitor gets the same HTML; files that fail are asked for again, large ones asked for late, a start
 * that fails is counted, and forms wait for the page. Every document has it: about a kilobyte over the wire.
 */

const root = document.documentElement
startTheme()
try {
  root.dataset.session = localStorage.getItem('access_token') ? 'in' : 'out'
} catch {
  // Storage is refused: the visitor is not logged in.
  root.dataset.session = 'out'
}
root.dataset.script = 'on'
// Of the page that this document has. A visitor who goes back before scripts have started is at another one.
root.dataset.address = location.pathname + location.search
void preloadAfterPaint()
retryFirstFiles()
watchStart()
holdForms()

const PATIENCE_MS = 8000

/**
 * Until the page responds, keeps the browser from sending forms that only scripts can send; `marram:ready` sends them.
 * `data-held` shows the form's words about it. A form with an address of its own, such as search, needs no script.
 */
function holdForms(): void {
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
      // A page that was made afresh has another form of the same id.
      if (form.isConnected) form.requestSubmit(submitter)
      else (document.getElementById(form.id) as HTMLFormElement | null)?.requestSubmit()
    }
    held.clear()
  }
  document.addEventListener('submit', hold, true)
  document.addEventListener('marram:ready', release, { once: true })
}
