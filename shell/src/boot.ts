import { unlessRefused } from '@marram/sdk/storage'
import { retryFirstFiles, watchStart } from './boot/failed-start'
import { preloadAfterPaint } from './boot/first-paint'
import { startTheme } from './boot/theme'

/** Runs before the first paint, inlined into every page: about a kilobyte over the wire. */

const root = document.documentElement
startTheme()
root.dataset.session = unlessRefused(() => localStorage.getItem('access_token'), null) ? 'in' : 'out'
root.dataset.script = 'on'
// The address that this document was rendered for: a visitor who goes back before scripts start is at another one.
root.dataset.address = location.pathname + location.search
void preloadAfterPaint()
retryFirstFiles()
watchStart()
holdForms()

const PATIENCE_MS = 8000

/**
 * Until the page responds, holds back forms that only scripts can send; `marram:ready` sends them. `data-held` shows
 * the form's message about it.
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
      // A page that was rendered again has another form of the same id.
      if (form.isConnected) form.requestSubmit(submitter)
      else (document.getElementById(form.id) as HTMLFormElement | null)?.requestSubmit()
    }
    held.clear()
  }
  document.addEventListener('submit', hold, true)
  document.addEventListener('marram:ready', release, { once: true })
}
