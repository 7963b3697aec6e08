import { createHash } from 'node:crypto'

export const POLICY_REPORTS = '/releases/reports/policy'

/** A host that a policy can name: not an IPv6 address. */
const NAMEABLE = /^[a-z\d.-]+(?::\d{1,5})?$/i

type Given = {
  bootScript: string
  /** Folders, each with a slash at its end, and files: no other file of this host may run as a script. */
  scripts: string[]
  /** The origin of the pages in browsers, whatever host a proxy sends. */
  origin: string | undefined
}

/** By the host that the browser sent. No nonces: a 304 with a new one would block every script of a second visit. */
export function contentSecurityPolicy(
  { bootScript, scripts, origin }: Given,
  { MEDIA_HOST, PUBLIC_URL }: { MEDIA_HOST: string; PUBLIC_URL: string },
): (host: string | undefined) => string {
  const hash = createHash('sha256').update(bootScript).digest('base64')
  const media = MEDIA_HOST === '' ? '' : ` ${new URL(MEDIA_HOST).origin}`
  const policyAt = (...origins: string[]) =>
    [
      "default-src 'none'",
      ['script-src', `'sha256-${hash}'`, ...origins.flatMap((each) => scripts.map((path) => each + path))].join(' '),
      // antd and style attributes of rendered pages need it.
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob:${media}`,
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      'frame-src https://www.youtube-nocookie.com',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      `report-uri ${POLICY_REPORTS}`,
      // A browser that knows this one ignores the other. It works by https only.
      ...(PUBLIC_URL.startsWith('https:') ? ['report-to policy'] : []),
    ].join('; ')
  const known = origin === undefined ? [] : [origin]
  const usual = policyAt(...known)
  const usualHost = origin && new URL(origin).host
  return (host) => (host === usualHost || !NAMEABLE.test(host ?? '') ? usual : policyAt(...known, host as string))
}
