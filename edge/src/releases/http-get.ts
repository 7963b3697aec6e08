import { request } from 'undici'

type Options = { headers?: Record<string, string>; timeout?: number }

/** A GET that leaves the body as it came over the wire, Brotli included, which `fetch` cannot. */
export async function httpGet(url: string, { headers = {}, timeout = 10_000 }: Options = {}) {
  const response = await request(url, { headers, signal: AbortSignal.timeout(timeout) })
  return {
    status: response.statusCode,
    encoding: response.headers['content-encoding'],
    etag: response.headers.etag as string | undefined,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  }
}
