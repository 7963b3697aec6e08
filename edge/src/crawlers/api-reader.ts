import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import { readLeniently } from '@marram/api-contract/lenient'

const PATIENCE_MS = 5000
const KEPT_MS = 60_000

/** The API responded, and has no such list: another host, or an older one. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered'
}

export type ReadList = <E extends AnyEndpoint>(list: E, query?: Record<string, string>) => Promise<DataOf<E>>
type Known = { data: unknown; etag: string | null; readAt: number }

/**
 * Reads lists of the API. One that has an ETag is asked for every time and sent only where it has changed, any other is
 * cached for a minute. Throws `NotOffered`, or whatever went wrong on the way.
 */
export function listReader(apiHost: string): ReadList {
  const known = new Map<string, Known>()
  return async <E extends AnyEndpoint>(list: E, query: Record<string, string> = {}) => {
    const url = new URL(apiHost + list.path)
    url.search = new URLSearchParams(query).toString()
    const last = known.get(url.href)
    if (last && !last.etag && performance.now() - last.readAt < KEPT_MS) return last.data as DataOf<E>
    const response = await fetch(url, {
      headers: last?.etag ? { 'if-none-match': last.etag } : {},
      // It may lead to a service that only this computer reaches.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (last && response.status === 304) return last.data as DataOf<E>
    const data = readLeniently(list.data, await listIn(response, list.path)) as DataOf<E>
    known.set(url.href, { data, etag: response.headers.get('etag'), readAt: performance.now() })
    return data
  }
}

/** A body's `code` decides, whatever the HTTP status. */
async function listIn(response: Response, path: string): Promise<unknown[]> {
  const text = await response.text()
  const body = parsed(text)
  const code = Number(body.code ?? response.status)
  const list = body.data ?? body.Data
  if (code < 300 && Array.isArray(list)) return list
  if (code >= 500 || code === 429) throw new Error(`${path}: the API answered with ${code}`)
  throw new NotOffered(`${path}: the API answered with ${code} and no list`)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
