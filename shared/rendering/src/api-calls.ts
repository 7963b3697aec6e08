import type { RenderedFor } from './render-messages'

/** Passed on beside the body: no other header of a foreign host reaches a render process. */
const PASSED_ON = ['content-type', 'x-content-revision', 'retry-after']
const MAX_BYTES = 8 * 1024 * 1024
export const MAX_PAGE_BYTES = 16 * 1024 * 1024

/** The origin that render processes call: they do not know the API's address, and this name does not resolve. */
const ORIGIN = 'http://api.invalid'

export type ApiResponse = { status: number; headers: Record<string, string>; body: Buffer }
/** How many bytes the responses for a page may still have, for all its calls together. */
export type PageBudget = { bytesLeft: number }
/** Rejects with a readable reason if there is no response. */
export type CallApi = (url: string, from: RenderedFor, signal: AbortSignal, budget?: PageBudget) => Promise<ApiResponse>

/**
 * Makes the calls of render processes: GET, of the API only, on behalf of the page's visitor. `proof`: headers that
 * prove to the API that the call is from an edge.
 */
export const apiCaller = (apiUrl: string, proof: Record<string, string> = {}): CallApi => {
  // On one machine, decompressing a response takes longer than transferring it.
  const isNear = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(apiUrl)
  return async (url, { request, client }, signal, budget = { bytesLeft: MAX_PAGE_BYTES }) => {
    const { origin, pathname, search } = new URL(url)
    if (origin !== ORIGIN || !pathname.startsWith('/api/')) throw new Error('a page may call only the API')
    const response = await fetch(apiUrl + pathname + search, {
      signal,
      // An API may redirect to a service that only this machine reaches.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(isNear && { 'accept-encoding': 'identity' }),
        ...(request !== undefined && { 'x-request-id': request }),
        ...(client !== undefined && { 'x-forwarded-for': client }),
        ...proof,
      },
    })
    const headers = PASSED_ON.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status: response.status, headers: Object.fromEntries(headers), body: await bodyOf(response, budget) }
  }
}

/** Reads no further once the response is too large, and rejects. */
export async function bodyOf(response: Response, budget: PageBudget): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    budget.bytesLeft -= piece.length
    if (budget.bytesLeft < 0)
      throw new Error(`the API's responses to one page are larger than ${MAX_PAGE_BYTES / 1024 / 1024} MB`)
    if (bytes > MAX_BYTES) throw new Error(`the API's response is larger than ${MAX_BYTES / 1024 / 1024} MB`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
