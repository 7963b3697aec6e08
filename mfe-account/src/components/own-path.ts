import { isReserved } from '@marram/release-contract/patterns'

/** Never requested: only a placeholder for this site's own origin. */
const HERE = 'http://here.invalid'
/** A file in the root, such as a feed. */
const FILE = /^\/[^/]+\.\w+$/
const ACCOUNT = /^\/(?:login|register)\/?$/

/**
 * The address of `from`, as browsers parse it; undefined for other sites, for the account's own pages, and for calls and
 * files.
 */
export function ownPath(from: string | null): string | undefined {
  if (!from?.startsWith('/') || !URL.canParse(from, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(from, HERE)
  // What remains of `/.//other.example` begins with two slashes, and would be read as another site.
  if (origin !== HERE || pathname.startsWith('//') || ACCOUNT.test(pathname)) return undefined
  const decoded = decode(pathname)?.toLowerCase()
  if (decoded === undefined || isReserved(decoded) || FILE.test(decoded)) return undefined
  return pathname + search + hash
}

/** Undefined for an invalid encoding. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
