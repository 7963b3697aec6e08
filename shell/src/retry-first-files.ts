const TIMES = 2

/**
 * Asks again, twice, for a script or style of the document that did not come or came changed, always with its digest:
 * a second try without one would run whatever is sent. Chunks that scripts ask for are retried by their build's run time.
 */
export function retryFirstFiles(): void {
  document.addEventListener('error', ({ target }) => retry(target), true)
}

function retry(failed: EventTarget | null): void {
  const script = failed instanceof HTMLScriptElement && failed.defer
  // Styles that the run time adds say their type.
  const style = failed instanceof HTMLLinkElement && failed.rel === 'stylesheet' && !failed.hasAttribute('type')
  if (!(script || style) || !failed.getAttribute('integrity')) return
  const times = Number(failed.dataset.retry ?? 0) + 1
  if (times > TIMES) return
  // Not a clone: a script that has been tried counts as run, and so would its clone.
  const again = document.createElement(failed.localName) as HTMLScriptElement | HTMLLinkElement
  for (const { name, value } of failed.attributes) again.setAttribute(name, value)
  again.dataset.retry = String(times)
  const address = script ? 'src' : 'href'
  again.setAttribute(address, `${(failed.getAttribute(address) ?? '').split('?')[0]}?retry=${times}`)
  if (script) (again as HTMLScriptElement).async = false
  failed.replaceWith(again)
}
