import type { Evidence } from '@marram/release-contract/calls/evidence'
import type { Metric } from '@marram/release-contract/evidence'
import { DOUBTFUL_BELOW, WORSE_BELOW } from '@marram/releases/evidence/verdict'
import { type Column, Table } from '../page/table'
import { count, Moment, percent, some, when } from '../page/words'

type Version = Evidence['versions'][number]
type Counts = Partial<Record<string, number>>
type Counted = Pick<Version, 'version' | 'candidate'> & { counts: Counts }
type VersionTableProps = {
  title: string
  caption: string
  versions: Counted[]
  columns: Column<Counted>[]
  /** Shown in cells without a value. */
  none: string
}

/** A row for each version; nothing if no version has a value. */
function VersionTable({ title, caption, versions, columns, none }: VersionTableProps) {
  if (!versions.some((version) => columns.some(([, cell]) => cell(version)))) return null
  return (
    <Table
      label={title}
      caption={caption}
      columns={[
        ['Version', ({ version, candidate }) => (candidate ? `${version} (candidate)` : version)],
        ...columns.map(([words, cell]): Column<Counted> => [words, (version) => cell(version) || none]),
      ]}
      rows={versions}
      keyOf={({ version }) => version}
    />
  )
}

type Failure = Extract<Metric, `${string}.failures.${string}`>

/** The words for each metric that counts failures; the type requires all of them. */
export const stages: Record<Failure, string> = {
  'edge.failures.render': 'Rendering, on servers',
  'edge.failures.late': 'Too late, on servers',
  'edge.failures.busy': 'Put off, on servers',
  'edge.failures.error': 'Response with an error, on servers',
  'edge.failures.use': 'Use of its code, on servers',
  'edge.failures.elsewhere': 'In the code of a section of its page, on servers',
  'browser.failures.load': 'Loading of its code, in browsers',
  'browser.failures.boundary': 'After it was shown, in browsers',
  'browser.failures.thrown': 'Beside what was shown (events, timers, hydration), in browsers',
  'browser.failures.late': 'Loader that did not end, in browsers',
  'browser.failures.hang': 'Page that responded no more, in browsers',
  'browser.failures.elsewhere': 'In the code of another part of its page, in browsers',
}

/** At which stage each version failed. */
export const FailuresTable = ({ versions }: { versions: Counted[] }) => (
  <VersionTable
    title="Failures by version"
    caption="Failures by the stage in which they happened"
    versions={versions}
    columns={Object.entries(stages).map(
      ([metric, words]): Column<Counted> => [
        words,
        ({ counts }) => counts[metric] && <span className="failed">{count(counts[metric])}</span>,
      ],
    )}
    none="0"
  />
)

/** The web vitals, and the limits of "good" from web.dev. */
const vitals = [
  ['lcp', 'Main content shown (LCP), good up to 2.5 s'],
  ['inp', 'Response to a click (INP), good up to 0.2 s'],
  ['cls', 'Layout shift (CLS), good up to 0.1'],
] as const

/** `80 % good, 15 % fair, 5 % poor of 120`; undefined if nothing was measured. */
export function vitalWords(counts: Counts, name: string): string | undefined {
  const of = (grade: string) => counts[`${name}.${grade}`] ?? 0
  const all = of('good') + of('fair') + of('poor')
  if (all === 0) return undefined
  const share = (grade: string) => `${percent(Math.round((of(grade) / all) * 100))} ${grade}`
  return `${['good', 'fair', 'poor'].map(share).join(', ')} of ${all}`
}

/** How fast and stable the pages of each version were. */
export const VitalsTable = ({ versions }: { versions: Counted[] }) => (
  <VersionTable
    title="Web vitals by version"
    caption="Web vitals of pages that it is part of, as browsers report"
    versions={versions}
    columns={vitals.map(([name, words]): Column<Counted> => [words, ({ counts }) => vitalWords(counts, name)])}
    none="not measured"
  />
)

type Bucket = { from: number; loads: number; failures: number }

/** The minutes of a period of `hours`, summed up in 61 columns. */
export function bucketsOf(minutes: Version['minutes'], since: string, hours: number): Bucket[] {
  const start = Math.floor(new Date(since).getTime() / 60_000) * 60_000
  const width = hours * 60_000
  const buckets = Array.from({ length: 61 }, (_, i) => ({ from: start + i * width, loads: 0, failures: 0 }))
  for (const { minute, loads, failures } of minutes) {
    const bucket = buckets[Math.floor((new Date(minute).getTime() - start) / width)]
    if (!bucket) continue
    bucket.loads += loads
    bucket.failures += failures
  }
  return buckets
}

type ChartProps = { version: Version; since: string; hours: number }

const HEIGHT = 60

/** Loads over time, with the failed ones marked; the same figures as a table for those who cannot see the chart. */
export function Chart({ version: { version, candidate, loads, failures, minutes }, since, hours }: ChartProps) {
  const buckets = bucketsOf(minutes, since, hours)
  const most = Math.max(1, ...buckets.map((bucket) => bucket.loads))
  const bars = (heightOf: (bucket: Bucket) => number) =>
    buckets.map((bucket, i) => `M${i * 4} ${HEIGHT}h3v${-heightOf(bucket)}h-3z`).join('')
  return (
    <figure>
      <figcaption>
        {version}, {candidate ? 'the candidate' : 'stable'}: {some(loads, 'load')}, {count(failures)} failed
      </figcaption>
      <svg
        viewBox={`0 0 ${buckets.length * 4} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="chart"
      >
        <path className="loads" d={bars((bucket) => (bucket.loads / most) * HEIGHT)} />
        {/* A few failures among many loads must be visible. */}
        <path
          className="failures"
          d={bars((bucket) => bucket.failures && Math.max(2, (bucket.failures / most) * HEIGHT))}
        />
      </svg>
      <p className="hint scale">
        <span>{when(since)}</span>
        <span>highest {count(most)}</span>
        <span>now</span>
      </p>
      <details>
        <summary>Figures of {version}</summary>
        <Table
          label={`Loads of ${version}`}
          columns={[
            ['From', ({ from }) => when(from)],
            ['Loads', (bucket) => count(bucket.loads)],
            ['Failed', (bucket) => count(bucket.failures)],
          ]}
          rows={buckets.filter((bucket) => bucket.loads > 0)}
          keyOf={({ from }) => String(from)}
        />
      </details>
    </figure>
  )
}

type Points = Evidence['course']

const WIDTH = 240
/** The highest evidence that has room. It is shown as powers of ten. */
const MOST = 4

const evidenceOf = (p: number) => Math.min(MOST, -Math.log10(Math.min(1, p)))
const heightOf = (p: number) => HEIGHT - (evidenceOf(p) / MOST) * HEIGHT

/** As coordinates of a line: moments from left to right, evidence upwards. */
export function lineOf(points: Points): string {
  const times = points.map(({ minute }) => Date.parse(minute))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const spread = Math.max(1, last - first)
  return points.map(({ p }, i) => `${(((times[i] as number) - first) / spread) * WIDTH},${heightOf(p)}`).join(' ')
}

/** `1 in 1,000`: how probable it is that chance alone ever makes a candidate look so bad. */
const oddsOf = (p: number) => (p >= 1 ? 'none' : `1 in ${count(Math.round(1 / p))}`)

/** How the evidence against a candidate came to be, with the bounds at which it waits and is taken away. */
export function Course({ points }: { points: Points }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const bound = (p: number, name: string) => <path className={name} d={`M0 ${heightOf(p)}H${WIDTH}`} />
  return (
    <figure>
      <figcaption>
        Evidence that the candidate fails more often: {oddsOf(last.p)}. So many candidates that are no worse ever look
        as bad. Above the dashed line ({oddsOf(DOUBTFUL_BELOW)}) a strategy waits, and above the red one (
        {oddsOf(WORSE_BELOW)}) nobody gets it any more.
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="chart course">
        {bound(DOUBTFUL_BELOW, 'doubtful')}
        {bound(WORSE_BELOW, 'worse')}
        <polyline points={lineOf(points)} />
      </svg>
      <p className="hint scale">
        <span>{when(first.minute)}</span>
        <span>{when(last.minute)}</span>
      </p>
      <details>
        <summary>Figures of the evidence</summary>
        <Table
          label="Evidence over time"
          columns={[
            ['Minute', ({ minute }) => <Moment at={minute} />],
            ['Evidence', ({ p }) => oddsOf(p)],
          ]}
          rows={points.toReversed()}
          keyOf={({ minute, p }) => `${minute} ${p}`}
        />
      </details>
    </figure>
  )
}
