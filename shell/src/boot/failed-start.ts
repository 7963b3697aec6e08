import type { Composition } from '@marram/release-contract/composition'
import { compositionIdPattern } from '@marram/release-contract/composition-id'
import type { Beacon } from '@marram/release-contract/evidence'

// Not the contract's constant: its module would be in every document.
const SHELL = 'shell'
let sent = false

/** Reports errors in files of the shell before the page responds, and a failed start. */
export function watchStart(): void {
  addEventListener('error', ({ filename }) => {
    if (filename?.includes(`/releases/files/${SHELL}/`)) reportFailedStart()
  })
  document.addEventListener('marram:failed', reportFailedStart)
}

/** Counts a shell that does not start, once for a document: the regular counter may be part of the failure. */
export function reportFailedStart(): void {
  if (sent || !navigator.onLine || document.documentElement.dataset.ready) return
  // The composition is at the end of the document.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', reportFailedStart, { once: true })
    return
  }
  const text = document.getElementById('marram-composition')?.textContent
  const { id, shell } = JSON.parse(text ?? '{}') as Composition
  if (!compositionIdPattern.test(id)) return
  sent = true
  const body: Beacon = { composition: id, parts: { [SHELL]: { version: shell.version, loads: 1, load: 1 } } }
  navigator.sendBeacon('/releases/evidence', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

const TIMES = 2

/** Retries scripts of the document twice, with their digests. Builds retry their own chunks. */
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
  // Not a clone: browsers do not run the clone of a script that was tried.
  const again = document.createElement('script')
  for (const { name, value } of failed.attributes) again.setAttribute(name, value)
  again.dataset.retry = String(times)
  again.src = `${(failed.getAttribute('src') ?? '').split('?')[0]}?retry=${times}`
  again.async = false
  failed.replaceWith(again)
}
