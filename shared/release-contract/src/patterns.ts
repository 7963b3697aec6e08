/** Static segments and `:name` parameters, by the rules of React Router: a test compares the two. */
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

/** Addresses of calendars that sections declare, and the edge creates. */
export const calendarFilePattern = /^\/[a-z][a-z0-9-]*\.ics$/

export const isReserved = (path: string) =>
  calendarFilePattern.test(path) ||
  reservedPaths.some((reserved) => path === reserved || path.startsWith(`${reserved}/`))

/** The parameters of `path` under `pattern`, decoded; undefined if it does not match. */
export function matchPattern(pattern: string, path: string): Record<string, string> | undefined {
  const found = expressionOf(pattern).exec(decode(path))
  if (!found) return undefined
  const names = segments(pattern).filter((part) => part.startsWith(':'))
  return Object.fromEntries(names.map((name, i) => [name.slice(1), (found[i + 1] as string).replaceAll('%2F', '/')]))
}

/** The first page whose pattern matches the path; the path is decoded once for all of them. */
export function firstMatch<Page>(pages: Page[], patternOf: (page: Page) => string, path: string): Page | undefined {
  const decoded = decode(path)
  return pages.find((page) => expressionOf(patternOf(page)).test(decoded))
}

const expressions = new Map<string, RegExp>()

/** As the router compiles it: trailing slashes and the case of letters do not matter. */
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  const source = segments(pattern).map((part) =>
    part.startsWith(':') ? '/([^/]+)' : `/${part.replaceAll('.', '\\.')}`,
  )
  const made = new RegExp(`^${source.join('') || '/'}/*$`, 'i')
  expressions.set(pattern, made)
  return made
}

/** Segment by segment, so that an encoded slash divides nothing; a path that is wrongly encoded anywhere stays as it is. */
function decode(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return path
  }
}

/** Most specific first, as the router ranks. It takes the first of equal routes, so routes are created in this order. */
export function comparePatterns(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)]
  const score = (parts: string[]) => parts.reduce((sum, part) => sum + (part.startsWith(':') ? 3 : 10), parts.length)
  const shape = (parts: string[]) => parts.map((part) => (part.startsWith(':') ? '1' : '0')).join('')
  return score(right) - score(left) || order(shape(left), shape(right)) || order(a, b)
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Two patterns of the same paths, such as `/news/:slug` and `/news/:id`. */
export const samePattern = (a: string, b: string) => a.replace(/:\w+/g, ':') === b.replace(/:\w+/g, ':')

/** Whether some path matches both. */
export function overlap(one: string, other: string): boolean {
  const [left, right] = [segments(one), segments(other)]
  const meets = (a: string, b = '') => a === b || a.startsWith(':') || b.startsWith(':')
  return left.length === right.length && left.every((part, i) => meets(part, right[i]))
}

/** Of a query, the parameters that a page declares, in one order. Others do not change the page. */
export function declaredSearch(declared: readonly string[] | undefined, search: string): string {
  if (!declared || search === '') return ''
  const given = new URLSearchParams(search)
  const entries = [...declared].sort().flatMap((name) => given.getAll(name).map((value) => [name, value]))
  const text = new URLSearchParams(entries as [string, string][]).toString()
  return text && `?${text}`
}

/** The settings of a page that decide which parameters its loader gets. */
export type QuerySettings = { query?: readonly string[]; private?: boolean; requiresLogin?: boolean }

/** The query that a page's loader gets on the first load: a page that browsers alone render gets all of it. */
export const searchForLoader = (page: QuerySettings | undefined, search: string): string =>
  page?.private || page?.requiresLogin ? search : declaredSearch(page?.query, search)
