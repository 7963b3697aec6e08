import { brotliOf } from '../brotli-of'
import { compare, inWords, ratio, ratioOfCost } from '../load'
import { nginxServing } from '../nginx'
import type { Row } from '../row'
import { withEdge } from '../with-edge'
import { until } from '../within'

const ASKED_OFTEN = 100
const PACKED_MS = 10_000

/** The home page from the edge's cache, as for browsers, against nginx with the same bytes as a file. */
export async function cachedPage(program: string): Promise<Row> {
  return withEdge({}, async ({ edge }) => {
    const page = `${edge.url}/`
    const bytes = await smallest(page)
    const nginx = await nginxServing(program, bytes, 'text/html')
    try {
      const sameLength = { 'content-length': String(bytes.length) }
      const measured = await compare(
        // Otherwise it would not be the speed of the cache.
        { url: page, pid: edge.pid, expected: { ...sameLength, 'x-marram-cache': 'hit', 'content-encoding': 'br' } },
        { url: nginx.url, pid: nginx.worker, expected: sameLength },
        { 'accept-encoding': 'br' },
      )
      return {
        table: 'Servers',
        figure: `anonymous home page from the edge’s cache (${Math.round(bytes.length / 1024)} KB, Brotli), ÷ nginx static, requests a second (for the same processor time ${ratioOfCost(measured).toFixed(2)})`,
        ours: inWords(measured.ours),
        yardstick: inWords(measured.yardstick),
        value: ratio(measured),
        unit: '',
        target: { atLeast: 0.4 },
      }
    } finally {
      await nginx.stop()
    }
  })
}

/** The edge compresses a page better if it is requested often. */
async function smallest(url: string): Promise<Buffer> {
  const first = await brotliOf(url)
  for (let i = 0; i < ASKED_OFTEN; i += 1) await brotliOf(url)
  let bytes = first
  await until(PACKED_MS, 'the page was not packed smaller', async () => {
    bytes = await brotliOf(url)
    return bytes.length < first.length
  })
  return bytes
}
