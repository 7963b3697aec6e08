import type { LoaderFunction } from 'react-router-dom'
import type { PageModule } from '../federation/pages'

/**
 * The same on every device and line, since visitors leave after a few seconds on all of them. A slow line is no version's
 * fault, but strikes both versions that are compared.
 */
export const LATE_MS = 5000

/** The same page; `onLate` is called where its loader keeps a visitor waiting for longer than that. */
export function watchLoader(page: PageModule, onLate: () => void): PageModule {
  const { loader } = page
  if (typeof loader !== 'function') return page
  const watched: LoaderFunction = async (args, context) => {
    const late = setTimeout(onLate, LATE_MS)
    // The visitor went elsewhere.
    args.request.signal.addEventListener('abort', () => clearTimeout(late))
    try {
      return await loader(args, context)
    } finally {
      clearTimeout(late)
    }
  }
  return { ...page, loader: watched }
}
