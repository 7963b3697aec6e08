import autocannon from 'autocannon'
import type { Row } from '../row'
import { withEdge } from '../with-edge'
import { until } from '../within'
import { headersOf } from './headers-of'

const SUSTAINED_S = 10
const TIMES = 10
/** The client runs on the same cores and falls behind, so a little more is requested, to really send ten times. */
const MARGIN = 1.1
/** Enough for this rate while responses are slow. */
const CONNECTIONS = 400
const LOOK_MS = 100
const WELL_MS = 60_000

type Counts = { sent: number; pages: number; appShells: number; refused: number; wrong: number }

/** Pages that were never requested before, as fast as possible or at a fixed rate; failures by autocannon's own count. */
async function ask(origin: string, name: string, seconds: number, rate?: number): Promise<Counts> {
  const counts = { pages: 0, appShells: 0, refused: 0, wrong: 0 }
  const from = performance.now()
  const result = await autocannon({
    url: `${origin}/?news=${name}-[<id>]`,
    idReplacement: true,
    connections: rate ? CONNECTIONS : 8,
    duration: seconds,
    timeout: 20,
    ...(rate && { overallRate: rate }),
    setupClient(client) {
      client.on('headers', (parsed) => {
        counts[kindOf(headersOf(parsed))] += 1
      })
    },
  })
  const sent = (result.requests.sent * 1000) / (performance.now() - from)
  return { ...counts, sent, wrong: counts.wrong + result.errors + result.timeouts }
}

/** An app shell is a response, but not a rendered page. */
function kindOf({ status, header }: ReturnType<typeof headersOf>): 'pages' | 'appShells' | 'refused' | 'wrong' {
  if (status === 503 && header('retry-after')) return 'refused'
  const made = header('x-marram-render')
  if (status !== 200 || made === undefined) return 'wrong'
  return made.startsWith('server') ? 'pages' : 'appShells'
}

/** Ten times what the edge can render, for so long: the other responses, and the time until pages are rendered again. */
export async function overload(seconds = 60): Promise<Row[]> {
  // As in production: a page that takes longer is sent as the app shell.
  return withEdge({ RENDER_TIMEOUT_MS: '800' }, async ({ edge }) => {
    await ask(edge.url, 'warm', 3)
    const sustained = (await ask(edge.url, 'sustained', SUSTAINED_S)).pages / SUSTAINED_S
    if (sustained === 0) throw new Error('not one page was rendered')
    const over = await ask(edge.url, 'overload', seconds, Math.round(TIMES * MARGIN * sustained))
    const endedAt = performance.now()
    const rendered = () => isRendered(`${edge.url}/?news=after-${Math.round(performance.now())}`)
    await until(WELL_MS, 'no page was rendered again', rendered, LOOK_MS)
    const common = { table: 'Servers', yardstick: '' }
    const times = over.sent / sustained
    const tooFew = times < TIMES
    const asked = `${times.toFixed(1)} × the ${Math.round(sustained)} pages a second that can be rendered, for ${seconds} s`
    return [
      {
        ...common,
        figure: `${asked}: wrong responses`,
        ours: `${Math.round(over.sent)} a second sent: ${over.pages} pages, ${over.appShells} app shells, ${over.refused} refused with Retry-After, ${over.wrong} other responses or none`,
        // Instead of a page, the target allows only 503 with Retry-After.
        value: tooFew ? Number.NaN : over.wrong + over.appShells,
        unit: '',
        target: { atMost: 0 },
        ...(tooFew && { failed: `only ${times.toFixed(1)} × was sent, less than ${TIMES} ×` }),
      },
      {
        ...common,
        figure: `${asked}: time until a page is rendered again`,
        ours: '',
        value: performance.now() - endedAt,
        unit: ' ms',
        target: { atMost: 5000 },
      },
    ]
  })
}

async function isRendered(url: string): Promise<boolean> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status === 200 && (response.headers.get('x-marram-render') ?? '').startsWith('server')
}
