import { reportFailedStart } from './failed-start'

const TIMES = 2

/**
 * Asks again, twice, for a script of the document that did not come or came changed, always with its digest:
 * a second try without one would run whatever is sent. Chunks that scripts ask for are retried by their build's run time.
 */
export function retryFirstFiles(): void {
  document.addEventListener('error', ({ target }) => retry(target), true)
}

function retry(failed: EventTarget | null): void {
  if (!(failed instanceof HTMLScriptElement && failed.defer) || !failed.getAttribute('integrity')) return
  const times = Number(failed.dataset.retry ?? 0) + 1
  if (times > TIMES) {
    reportFailedStart()
    return
  }
  // Not a clone: a script that has been tried counts as run, and so would its clone.
  const again = document.createElement('script')
  for (const { name, value } of failed.attributes) again.setAttribute(name, value)
  again.dataset.retry = String(times)
  again.src = `${(failed.getAttribute('src') ?? '').split('?')[0]}?retry=${times}`
  again.async = false
  failed.replaceWith(again)
}
