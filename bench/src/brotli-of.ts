import http from 'node:http'

/** A response's compressed bytes, which nginx serves unchanged. */
export const brotliOf = (url: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => resolve(Buffer.concat(pieces)))
      })
      .on('error', reject)
  })
