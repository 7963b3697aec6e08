import { useLocation, useMatches } from 'react-router-dom'

/** Of the route for every address that belongs to no page. */
export const NOT_FOUND = 'not-found'

/**
 * The path by which navigation marks where the visitor is. Where there is no page they are nowhere, so that the HTML is
 * the same at every such address and an edge keeps it once.
 */
export function useMarkedPath(): string {
  const { pathname } = useLocation()
  const found = useMatches().at(-1)?.id !== NOT_FOUND
  return found ? pathname : ''
}
