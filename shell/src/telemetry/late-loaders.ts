import type { LoaderFunction } from 'react-router-dom'
import type { PageModule } from '../federation/pages'

/**
 * The same on every device and connection, since visitors leave after a few seconds on all of them. A slow connection is
 * no version's fault, but affects both versions that are compared.
 */
export const LATE_MS = 5000

/** The same page; `onLate` is called if its loader takes longer than that. */
export function watchLoader(page: PageModule, onLate: () => void): PageModule {
  const { loader } = page
  if (typeof loader !== 'function') return page
  const watched: LoaderFunction = async (args, context) => {
    const late = setTimeout(onLate, LATE_MS)
    // The visitor has left the page.
    args.request.signal.addEventListener('abort', () => clearTimeout(late))
    try {
      return await loader(args, context)
    } finally {
      clearTimeout(late)
    }
  }
  return { ...page, loader: watched }
}
