import http from 'node:http'
import https from 'node:https'

export type RawResponse = { status: number; encoding: string | undefined; etag: string | undefined; body: Buffer }

/** A GET that leaves the body as it came over the wire, Brotli included, which `fetch` cannot. */
export function httpGet(
  url: string,
  { headers = {}, timeout = 10_000 }: { headers?: Record<string, string>; timeout?: number } = {},
): Promise<RawResponse> {
  const client = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const request = client.get(url, { headers, signal: AbortSignal.timeout(timeout) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          encoding: response.headers['content-encoding'],
          etag: response.headers.etag,
          body: Buffer.concat(chunks),
        }),
      )
    })
    request.on('error', reject)
  })
}
