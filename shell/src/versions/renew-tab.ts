import { toast } from '@marram/sdk/toast'
import { hasUnsentEntries } from './unsent-entries'

const NOTE = 'marram:renewed'

/**
 * Loads a fresh document if a section of this tab's composition cannot be loaded and the server has a newer one. Returns
 * if that would not help, or would lose form entries.
 */
export async function renewTab(composition: string, address: string): Promise<void> {
  const live = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get('x-marram-composition'),
    () => null,
  )
  // The header has a preview's composition without its prefix.
  if (!live || live === composition.replace(/^preview-/, '') || hasUnsentEntries()) return
  // It survives the document and is never refused.
  window.name = NOTE
  location.assign(address)
  // The page stays unchanged until the next document is loaded.
  await new Promise(() => {})
}

/** Explains such a load to the visitor. */
export function announceRenewal(): void {
  if (window.name !== NOTE) return
  window.name = ''
  toast({ kind: 'success', title: 'Updated', message: 'This site has a new version: the page was loaded anew.' })
}
