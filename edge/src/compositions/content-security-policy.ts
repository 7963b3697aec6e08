import { createHash } from 'node:crypto'
import { type EdgeSettings, isSecure } from '../settings'

/** Where browsers report what the policy refused. */
export const POLICY_REPORTS = '/releases/reports/policy'

/**
 * One constant policy. No nonces: a 304 with a new one would block every script on the second visit.
 * Styles may be inline because antd and server-rendered style attributes need it.
 */
export function contentSecurityPolicy(
  bootScript: string,
  { MEDIA_HOST, PUBLIC_URL }: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>,
): string {
  const hash = createHash('sha256').update(bootScript).digest('base64')
  const media = MEDIA_HOST === '' ? '' : ` ${new URL(MEDIA_HOST).origin}`
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
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
    ...(isSecure(PUBLIC_URL) ? ['report-to policy'] : []),
  ].join('; ')
}
