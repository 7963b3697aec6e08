import type { Evidence } from '@marram/release-contract/calls/evidence'
import { DOUBTFUL_BELOW, WORSE_BELOW } from '@marram/releases/evidence/verdict'
import { Table } from '../page/table'
import { count, Moment, when } from '../page/words'

type Points = Evidence['course']

const WIDTH = 240
const HEIGHT = 60
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
        Evidence against the candidate: {oddsOf(last.p)}. Of candidates that are no worse, so many ever look so bad. It
        does not grow beyond the lower line ({oddsOf(DOUBTFUL_BELOW)}), and is taken from its visitors beyond the upper
        one ({oddsOf(WORSE_BELOW)}).
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
