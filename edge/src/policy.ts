import { createHash } from 'node:crypto'

/**
 * One constant policy. No nonces: a 304 with a new one would block every script on the second visit.
 * Styles may be inline because antd and server-rendered style attributes need it.
 */
export function contentSecurityPolicy({
  bootScript,
  mediaHost,
  apiHost,
}: {
  bootScript: string
  mediaHost: string
  apiHost: string
}): string {
  const hash = createHash('sha256').update(bootScript).digest('base64')
  const media = mediaHost === '' ? '' : ` ${new URL(mediaHost).origin}`
  const api = apiHost === '' ? '' : ` ${apiHost}`
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every document. */
export const documentHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}
