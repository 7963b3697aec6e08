import type { Evidence } from '@marram/release-contract/calls/evidence'
import { type Metric, metrics } from '@marram/release-contract/evidence'
import type { ReactNode } from 'react'
import { Table } from '../page/table'
import { count, percent, when } from '../page/words'

type Version = Evidence['versions'][number]
type Counts = Partial<Record<string, number>>
type Counted = Pick<Version, 'version' | 'candidate'> & { counts: Counts }
type Column = { words: string; cell: (counts: Counts) => ReactNode }

/** A row for each version; nothing if all cells of all versions are empty, which are shown as `none`. */
function VersionTable(props: { title: string; caption: string; versions: Counted[]; columns: Column[]; none: string }) {
  const { title, caption, versions, columns, none } = props
  if (!versions.some(({ counts }) => columns.some(({ cell }) => cell(counts)))) return null
  return (
    <Table
      label={title}
      caption={caption}
      columns={['Version', ...columns.map(({ words }) => words)]}
      rows={versions.map(({ version, candidate, counts }) => ({
        key: version,
        head: candidate ? `${version} (candidate)` : version,
        cells: columns.map(({ cell }) => cell(counts) || none),
      }))}
    />
  )
}

type Failure = Extract<Metric, `${string}.failures.${string}`>

/** The words for each metric that counts failures; the type requires all of them. */
const stages: Record<Failure, string> = {
  'edge.failures.render': 'Rendering, on servers',
  'edge.failures.late': 'Too late, on servers',
  'edge.failures.busy': 'Put off, on servers',
  'edge.failures.error': 'Response with an error, on servers',
  'edge.failures.use': 'Use of its code, on servers',
  'browser.failures.load': 'Loading of its code, in browsers',
  'browser.failures.boundary': 'After it was shown, in browsers',
}

export const failures = metrics
  .filter((metric): metric is Failure => metric in stages)
  .map((metric) => ({
    metric,
    words: stages[metric],
    cell: (counts: Counts) => counts[metric] && <span className="failed">{count(counts[metric])}</span>,
  }))

/** At which stage each version failed. */
export const FailuresTable = ({ versions }: { versions: Counted[] }) => (
  <VersionTable
    title="Failures by version"
    caption="Failures by the stage in which they happened"
    versions={versions}
    columns={failures}
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
    columns={vitals.map(([name, words]) => ({ words, cell: (counts) => vitalWords(counts, name) }))}
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
  return (
    <figure>
      <figcaption>
        {version}, {candidate ? 'the candidate' : 'stable'}: {count(loads)} loads, {count(failures)} failed
      </figcaption>
      <svg
        viewBox={`0 0 ${buckets.length * 4} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="chart"
      >
        {buckets.map((bucket, i) => (
          <Bar key={bucket.from} bucket={bucket} x={i * 4} most={most} />
        ))}
      </svg>
      <p className="hint scale">
        <span>{when(since)}</span>
        <span>highest {count(most)}</span>
        <span>now</span>
      </p>
      <details>
        <summary>Figures of {version}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Loads</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter((bucket) => bucket.loads > 0)
              .map((bucket) => (
                <tr key={bucket.from}>
                  <td>{when(new Date(bucket.from).toISOString())}</td>
                  <td>{count(bucket.loads)}</td>
                  <td>{count(bucket.failures)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Bar({ bucket: { loads, failures }, x, most }: { bucket: Bucket; x: number; most: number }) {
  const height = (loads / most) * HEIGHT
  // A few among many must be visible.
  const bad = failures === 0 ? 0 : Math.max(2, (failures / most) * HEIGHT)
  return (
    <>
      <rect className="loads" x={x} width="3" y={HEIGHT - height} height={height} />
      <rect className="failures" x={x} width="3" y={HEIGHT - bad} height={bad} />
    </>
  )
}
