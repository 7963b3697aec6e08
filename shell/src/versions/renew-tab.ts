import { toast } from '@marram/sdk/toast'
import { hasUnsentEntries } from './unsent-entries'

const NOTE = 'marram:renewed'

/**
 * A tab keeps the composition that it was opened with. Where a section of it cannot be loaded any more and the server
 * has another one by now, a full load of the address goes over to that. Returns where this would not help, or would
 * lose what stands in a form.
 */
export async function renewTab(composition: string, address: string): Promise<void> {
  const live = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get('x-marram-composition'),
    () => null,
  )
  if (!live || live === composition || hasUnsentEntries()) return
  // The one storage that outlives the document and is never refused.
  window.name = NOTE
  location.assign(address)
  // What is on the screen stays until the next document is there.
  await new Promise(() => {})
}

/** After such a load: explains it to the visitor. */
export function announceRenewal(): void {
  if (window.name !== NOTE) return
  window.name = ''
  toast({ kind: 'success', title: 'Updated', message: 'This site has a new version: the page was loaded anew.' })
}
