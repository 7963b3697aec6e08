import type { RenderedFor } from './render-messages'

/** Beside the body: nothing else of a foreign host's headers reaches a render process. */
const PASSED_ON = ['content-type', 'x-content-revision', 'retry-after']
const MAX_BYTES = 8 * 1024 * 1024
export const MAX_PAGE_BYTES = 16 * 1024 * 1024

/** What a render process calls: it does not know where the API is, and this name leads nowhere. */
const ORIGIN = 'http://api.invalid'

export type ApiResponse = { status: number; headers: Record<string, string>; body: Buffer }
/** What the responses to a page may still bring, which all its calls share. */
export type PageBudget = { bytesLeft: number }
/** Rejects with a reason in words where there is no response. */
export type CallApi = (url: string, from: RenderedFor, signal: AbortSignal, budget?: PageBudget) => Promise<ApiResponse>

/**
 * Makes the calls of render processes: GET, on the API alone, in the name of the visitor whose page it is. `proof`:
 * headers by which the API believes that.
 */
export const apiCaller = (apiUrl: string, proof: Record<string, string> = {}): CallApi => {
  // On this machine, unpacking a response takes longer than carrying it.
  const isNear = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(apiUrl)
  return async (url, { request, client }, signal, budget = { bytesLeft: MAX_PAGE_BYTES }) => {
    const { origin, pathname, search } = new URL(url)
    if (origin !== ORIGIN || !pathname.startsWith('/api/')) throw new Error('a page may call the API alone')
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

async function bodyOf(response: Response, budget: PageBudget): Promise<Buffer> {
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
