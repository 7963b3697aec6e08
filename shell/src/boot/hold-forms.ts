const PATIENCE_MS = 8000

/**
 * Until the page responds, keeps the browser from sending forms that only scripts can send; `marram:ready` sends them.
 * `data-held` shows the form's words about it. A form with an address of its own, such as search, needs no script.
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
      // A page that was made afresh has another form of the same id.
      if (form.isConnected) form.requestSubmit(submitter)
      else (document.getElementById(form.id) as HTMLFormElement | null)?.requestSubmit()
    }
    held.clear()
  }
  document.addEventListener('submit', hold, true)
  document.addEventListener('marram:ready', release, { once: true })
}
