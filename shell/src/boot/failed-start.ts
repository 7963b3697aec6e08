import type { Composition } from '@marram/release-contract/composition'
import type { Beacon } from '@marram/release-contract/evidence'

// Not the contracts' own constant: what comes with it would be in every document.
const SHELL = 'shell'
let sent = false

/** Whatever a file of the shell throws until the page responds, and what its start itself gives up at. */
export function watchStart(): void {
  addEventListener('error', ({ filename }) => {
    if (filename?.includes(`/releases/files/${SHELL}/`)) reportFailedStart()
  })
  document.addEventListener('marram:failed', reportFailedStart)
}

/**
 * Counts, once for a document, a shell that does not start: the files that count everything else are the broken ones.
 * Without a network the shell is not the cause, and loads of a preview are not counted.
 */
export function reportFailedStart(): void {
  if (sent || !navigator.onLine || document.documentElement.dataset.ready) return
  // What it is made of stands at the end of the document.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', reportFailedStart, { once: true })
    return
  }
  const text = document.getElementById('marram-composition')?.textContent
  const { id, shell } = JSON.parse(text ?? '{}') as Composition
  if (!/^[0-9a-f]{12}$/.test(id)) return
  sent = true
  const body: Beacon = { composition: id, parts: { [SHELL]: { version: shell.version, loads: 1, load: 1 } } }
  navigator.sendBeacon('/releases/evidence', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

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
