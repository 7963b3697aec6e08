import http from 'node:http'
import { compare } from '../load'
import { nginxServing } from '../nginx'
import { median, type Row, withSpread } from '../row'
import { withEdge } from '../with-edge'

/** The home page as browsers ask for it, out of the edge's memory, against nginx with the same bytes as a file. */
export async function cachedPage(program: string): Promise<Row> {
  return withEdge({}, async ({ edge }) => {
    const page = `${edge.url}/`
    const bytes = await brotliOf(page)
    const nginx = await nginxServing(program, bytes, 'text/html')
    try {
      const { ours, yardstick } = await compare(page, nginx.url, { 'accept-encoding': 'br' })
      return {
        table: 'Servers',
        figure: `anonymous home page from the edge’s cache (${Math.round(bytes.length / 1024)} KB, Brotli), ÷ nginx static, requests a second`,
        ours: withSpread(ours),
        yardstick: withSpread(yardstick),
        value: median(ours) / median(yardstick),
        unit: '',
        target: { atLeast: 0.4 },
      }
    } finally {
      await nginx.stop()
    }
  })
}

/** As it goes over the wire: nginx serves it as it is. */
const brotliOf = (url: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => resolve(Buffer.concat(pieces)))
      })
      .on('error', reject)
  })
