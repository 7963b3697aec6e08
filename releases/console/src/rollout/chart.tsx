import type { Evidence } from '@marram/release-contract/calls/evidence'
import { count, when } from '../page/words'

type Version = Evidence['versions'][number]
type Bucket = { from: number; loads: number; failures: number }

const MOST = 60

/** The minutes of a period of `hours`, summed up in about sixty columns. */
export function bucketsOf(minutes: Version['minutes'], since: string, hours: number): Bucket[] {
  const start = Math.floor(new Date(since).getTime() / 60_000) * 60_000
  const width = Math.ceil((hours * 60) / MOST) * 60_000
  const amount = Math.ceil((hours * 3_600_000) / width) + 1
  const buckets = Array.from({ length: amount }, (_, i) => ({ from: start + i * width, loads: 0, failures: 0 }))
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
  const title = `${version}, ${candidate ? 'the candidate' : 'stable'}: ${count(loads)} loads, ${count(failures)} failed`
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${buckets.length * 4} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="chart"
      >
        {buckets.map((bucket, i) => (
          <Column key={bucket.from} bucket={bucket} x={i * 4} most={most} />
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

function Column({ bucket: { loads, failures }, x, most }: { bucket: Bucket; x: number; most: number }) {
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
