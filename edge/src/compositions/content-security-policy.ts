import { createHash } from 'node:crypto'

/** Where browsers report what the policy refused. */
export const POLICY_REPORTS = '/releases/reports/policy'

/**
 * One constant policy. No nonces: a 304 with a new one would block every script on the second visit.
 * Styles may be inline because antd and server-rendered style attributes need it.
 */
export function contentSecurityPolicy({
  bootScript,
  mediaHost,
  secure,
}: {
  bootScript: string
  mediaHost: string
  /** Whether visitors come by https, where browsers know the `Reporting-Endpoints` of a page. */
  secure: boolean
}): string {
  const hash = createHash('sha256').update(bootScript).digest('base64')
  const media = mediaHost === '' ? '' : ` ${new URL(mediaHost).origin}`
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
    // Where a browser knows this one it ignores the other, so it may stand only where it works.
    ...(secure ? ['report-to policy'] : []),
  ].join('; ')
}

/** Headers of every document, and of what a browser might show as one. */
export const documentHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}
