import http from 'node:http'
import { previewOrigin } from '../previews/preview-origin'

/** What a browser sends at the origin of a link that it has followed, beneath the entrance of an edge's previews. */
export function atPreview(entrance: string, link: string): { host: string; cookie: string } {
  const origin = previewOrigin({ PREVIEW_URL: entrance, PREVIEW_PORT: 0, PUBLIC_URL: '', BIND: '' })
  return { host: new URL(origin.of(link)).host, cookie: `marram_preview=${link}` }
}

/** `fetch` cannot name another host, and not every system finds a name beneath `localhost`. */
export const askPreview = (entrance: string, link: string, path: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = http.get(entrance + path, { headers: atPreview(entrance, link) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
        resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 0, headers }))
      })
    })
    request.on('error', reject)
  })
