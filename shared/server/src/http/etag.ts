import { createHash } from 'node:crypto'

export const etagOf = (body: string | Uint8Array) => `"${createHash('sha1').update(body).digest('base64url')}"`

/** Whether an If-None-Match header names this ETag: there may be several, and a proxy that compresses makes it a weak one. */
export const hasAlready = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false
