import autocannon from 'autocannon'
import type { EdgeProcess } from '../edge-process'
import { cpuMs, residentMb } from '../process-usage'
import { median, type Row, withSpread } from '../row'
import { withEdge } from '../with-edge'
import { until } from '../within'
import { headersOf } from './headers-of'

const RUNS = 5
const PAGES_PER_RUN = 500
const SWAPS = 50
const BETWEEN = 200
const LIVE_MS = 30_000
/** Each section has a separate process: that of the home page is the one that has worked. */
const busiest = (edge: EdgeProcess): number => edge.renderProcesses().sort((a, b) => cpuMs(b) - cpuMs(a))[0] as number

let asked = 0

/** So many home pages, each at an address that was never requested before: a tab that does not exist shows the first. */
async function render(edge: EdgeProcess, amount: number): Promise<void> {
  asked += 1
  const url = `${edge.url}/?news=${asked}-[<id>]`
  let rendered = 0
  await autocannon({
    url,
    amount,
    connections: 8,
    idReplacement: true,
    setupClient(client) {
      client.on('headers', (parsed) => {
        const { status, header } = headersOf(parsed)
        if (status === 200 && header('x-marram-render')?.startsWith('server') && header('x-marram-cache') === 'miss')
          rendered += 1
      })
    },
  })
  if (rendered !== amount) throw new Error(`${rendered} of ${amount} pages were rendered for their own request`)
}

const compositionOf = async ({ url }: EdgeProcess) =>
  (await fetch(`${url}/login`)).headers.get('x-marram-composition') ?? ''

/**
 * How fast the home page is rendered with cached content, as after a release, and whether memory stays stable during that
 * and with new versions.
 */
export async function rendering(say: (words: string) => void): Promise<Row[]> {
  return withEdge({}, async ({ edge, registry, api }) => {
    await render(edge, 2 * PAGES_PER_RUN)
    const pid = busiest(edge)
    const spent: Spent[] = []
    const readsBefore = await api.reads()
    for (let i = 0; i < RUNS; i++) {
      const before = { render: cpuMs(pid), edge: cpuMs(edge.pid) }
      await render(edge, PAGES_PER_RUN)
      spent.push({ render: cpuMs(pid) - before.render, edge: cpuMs(edge.pid) - before.edge })
    }
    const reads = (await api.reads()) - readsBefore
    // With uncached content a page costs more, which would be another figure.
    if (reads > 0) throw new Error(`the API was read ${reads} times for ${RUNS * PAGES_PER_RUN} pages of known content`)
    const memory: Record<'render' | 'edge', number[]> = { render: [], edge: [] }
    for (let i = 1; i <= SWAPS; i++) {
      const before = await compositionOf(edge)
      registry.swap('mfe-content', `1.1.${i}`)
      await until(LIVE_MS, 'no new version was live', async () => (await compositionOf(edge)) !== before)
      await render(edge, BETWEEN)
      memory.render.push(edge.renderProcesses().reduce((sum, each) => sum + residentMb(each), 0))
      memory.edge.push(residentMb(edge.pid))
      const last = (of: number[]) => Math.round(of.at(-1) as number)
      if (i % 10 === 0)
        say(`${i * BETWEEN} pages, ${i} versions: ${last(memory.render)} MB, the edge ${last(memory.edge)} MB`)
    }
    return [
      speedRow(spent),
      memoryRow('all render processes', memory.render),
      memoryRow('the edge process', memory.edge),
    ]
  })
}

/** Milliseconds of processor time for one run. */
type Spent = Record<'render' | 'edge', number>

function speedRow(spent: Spent[]): Row {
  const speeds = spent.map(({ render, edge }) => (PAGES_PER_RUN * 1000) / (render + edge))
  const aPage = (of: keyof Spent) =>
    withSpread(
      spent.map((each) => each[of] / PAGES_PER_RUN),
      2,
    )
  return {
    table: 'Servers',
    figure:
      'home page rendered of known content, not cached: pages a second of one core, for rendering it and for sending it',
    ours: `${withSpread(speeds)}; processor time a page: ${aPage('render')} ms to render, ${aPage('edge')} ms in the edge`,
    yardstick: '',
    value: median(speeds),
    unit: '',
    target: { atLeast: 150 },
  }
}

/** After a fifth of the runs, all permanent memory is allocated. */
function memoryRow(whose: string, memory: number[]): Row {
  const first = memory.slice(SWAPS / 5, (2 * SWAPS) / 5)
  const last = memory.slice(-SWAPS / 5)
  return {
    table: 'Servers',
    figure: `memory of ${whose}: ${(SWAPS * BETWEEN).toLocaleString('en')} pages and ${SWAPS} versions, last ten ÷ tenth to twentieth, in MB`,
    ours: withSpread(last),
    yardstick: withSpread(first),
    value: median(last) / median(first),
    unit: '',
    target: { atMost: 1.1 },
  }
}
