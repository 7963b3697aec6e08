/**
 * Path patterns as sections declare them: static segments and `:name` parameters, nothing else.
 * The rules are React Router's, so that edge and router never disagree (a test compares the two).
 */
export const pathPattern =
  /^\/(?:(?::[A-Za-z_]\w*|[a-z0-9][a-z0-9._-]*)(?:\/(?::[A-Za-z_]\w*|[a-z0-9][a-z0-9._-]*))*)?$/

const segments = (path: string) => path.split('/').filter(Boolean)

/** Prefixes that belong to the edge: no part may declare a pattern under them. */
export const reservedPaths = [
  '/api',
  '/releases',
  '/console',
  '/healthz',
  '/media',
  '/sitemap.xml',
  '/robots.txt',
  '/rss.xml',
] as const

export const isReserved = (path: string) =>
  reservedPaths.some((reserved) => path === reserved || path.startsWith(`${reserved}/`))

/** The parameters of `path` under `pattern`, decoded; undefined where it does not match. */
export function matchPattern(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = segments(pattern)
  const given = segments(path)
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const value = given[i] as string
    if (part.startsWith(':')) params[part.slice(1)] = decode(value)
    else if (part.toLowerCase() !== decode(value).toLowerCase()) return undefined
  }
  return params
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Most specific first: static segments before parameters, read from the left. */
export function comparePatterns(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)]
  const score = (parts: string[]) => parts.reduce((sum, part) => sum + (part.startsWith(':') ? 3 : 10), parts.length)
  return score(right) - score(left) || a.localeCompare(b)
}

/** Two patterns that no path can tell apart, such as `/news/:slug` and `/news/:id`. */
export const samePattern = (a: string, b: string) => a.replace(/:\w+/g, ':') === b.replace(/:\w+/g, ':')
