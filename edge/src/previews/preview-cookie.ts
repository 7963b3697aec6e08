import type { FastifyRequest } from 'fastify'
import { type EdgeSettings, isSecure } from '../settings'

const COOKIE = 'marram_preview'
const inCookies = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,600})(?:;|$)`)

/** Makes the cookie that holds the link a visitor has followed. */
export function previewCookie({ PUBLIC_URL }: Pick<EdgeSettings, 'PUBLIC_URL'>) {
  const secure = isSecure(PUBLIC_URL) ? '; Secure' : ''
  return (link: string, seconds: number) =>
    `${COOKIE}=${link}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The link that the visitor has followed, whether or not it still holds. */
export const previewOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  headers.cookie === undefined ? undefined : inCookies.exec(headers.cookie)?.[1]
