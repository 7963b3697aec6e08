import autocannon from 'autocannon'
import type { Row } from '../row'
import { withEdge } from '../with-edge'
import { until } from '../within'
import { headersOf } from './headers-of'

const SUSTAINED_S = 10
const TIMES = 10
/** Whoever sends runs on the same cores and falls behind: a little more is wanted, so that ten times are sent. */
const MARGIN = 1.1
/** Enough to ask for so much while answers take their time. */
const CONNECTIONS = 400
const LOOK_MS = 100
const WELL_MS = 60_000

type Answers = { sent: number; pages: number; frames: number; putOff: number; wrong: number }

/** Pages that nobody has asked for, as fast as they come or at a fixed rate; autocannon's own count of what failed. */
async function ask(origin: string, name: string, seconds: number, rate?: number): Promise<Answers> {
  const answers = { pages: 0, frames: 0, putOff: 0, wrong: 0 }
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
        answers[kindOf(headersOf(parsed))] += 1
      })
    },
  })
  const sent = (result.requests.sent * 1000) / (performance.now() - from)
  return { ...answers, sent, wrong: answers.wrong + result.errors + result.timeouts }
}

/** A frame is an answer, and no page that was rendered. */
function kindOf({ status, header }: ReturnType<typeof headersOf>): 'pages' | 'frames' | 'putOff' | 'wrong' {
  if (status === 503 && header('retry-after')) return 'putOff'
  const made = header('x-marram-render')
  if (status !== 200 || made === undefined) return 'wrong'
  return made.startsWith('server') ? 'pages' : 'frames'
}

/** Ten times what the edge can render, for so long: what comes instead of pages, and how soon after it all is well. */
export async function overload(seconds = 60): Promise<Row[]> {
  // As in production: a page that takes longer is sent as frame.
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
        figure: `${asked}: wrong answers`,
        ours: `${Math.round(over.sent)} a second sent: ${over.pages} pages, ${over.frames} frames, ${over.putOff} put off with Retry-After, ${over.wrong} other answers or none`,
        // Instead of a page, the target allows 503 with Retry-After alone.
        value: tooFew ? Number.NaN : over.wrong + over.frames,
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
