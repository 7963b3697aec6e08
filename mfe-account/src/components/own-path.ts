/** Never requested: it only stands for this site's own origin. */
const HERE = 'http://here.invalid'
const ACCOUNT = /^\/(?:login|register)\/?$/

/** The address that `from` names, as browsers read it; undefined for other sites and for the account's own pages. */
export function ownPath(from: string | null): string | undefined {
  if (!from?.startsWith('/') || !URL.canParse(from, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(from, HERE)
  // What remains of `/.//other.example` begins with two slashes, and would be read as another site.
  if (origin !== HERE || pathname.startsWith('//') || ACCOUNT.test(pathname)) return undefined
  return pathname + search + hash
}
