import type { LoaderFunction } from 'react-router-dom'
import type { PageModule } from '../federation/pages'

/** The same page; `onLate` is called where its loader keeps a visitor waiting for longer than this. */
export function watchLoader(page: PageModule, patienceMs: number, onLate: () => void): PageModule {
  const { loader } = page
  if (typeof loader !== 'function') return page
  const watched: LoaderFunction = async (args, context) => {
    const late = setTimeout(onLate, patienceMs)
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
