/** Never asked for: it only stands in for this site's own address. */
const HERE = 'http://here.invalid'
const ACCOUNT = /^\/(?:login|register)\/?$/

/**
 * The address of this site that `from` names, as browsers understand it; undefined for every other one and for the
 * account's own pages. Whoever sends a link to the login must not decide which site comes after it.
 */
export function ownPath(from: string | null): string | undefined {
  if (!from?.startsWith('/') || !URL.canParse(from, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(from, HERE)
  // What remains of `/.//other.example` begins with two slashes, and would be read as another site.
  if (origin !== HERE || pathname.startsWith('//') || ACCOUNT.test(pathname)) return undefined
  return pathname + search + hash
}
