import { request } from 'undici'

type Options = { headers?: Record<string, string>; timeout?: number; mostBytes?: number; signal?: AbortSignal }

/** No file of a release is larger. */
const MOST_BYTES = 64 * 1024 * 1024

/** A GET that leaves the body as it came, Brotli included. Follows no redirect; rejects responses that are late or too large. */
export async function httpGet(
  url: string,
  { headers = {}, timeout = 10_000, mostBytes = MOST_BYTES, signal: given }: Options = {},
) {
  const late = AbortSignal.timeout(timeout)
  const response = await request(url, { headers, signal: given ? AbortSignal.any([given, late]) : late })
  return {
    status: response.statusCode,
    encoding: response.headers['content-encoding'],
    etag: response.headers.etag as string | undefined,
    headers: response.headers,
    body: await readAtMost(response.body, mostBytes, url),
  }
}

async function readAtMost(body: AsyncIterable<Buffer>, mostBytes: number, url: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new Error(`${url} is larger than the limit of ${mostBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}
