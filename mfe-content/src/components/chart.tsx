import type { Chart as Series } from '@marram/api-contract/home'
import { type PointerEvent, useState } from 'react'
import css from './chart.module.css'

type Point = Series['points'][number]

/** Units of the drawing, which is stretched to the room there is. The first and last point stand `EDGE` from its sides. */
const [WIDTH, HEIGHT, EDGE] = [1000, 100, 25]
/** How high each layer of sand reaches, as a part of the line's own height: none ends where values are low. */
const LAYERS = [1, 0.85, 0.68, 0.46]

/**
 * Measurements as a dune that was cut open, under a heading of the page with its title. A slider lies over it, so that keys,
 * a finger and a screen reader have it too.
 */
export function Chart({ title, description, unit, points }: Series) {
  const [at, setAt] = useState(points.length - 1)
  const { top, places, outline } = drawn(points)
  const last = points.length - 1
  const chosen = Math.min(at, last)
  const { x, y } = places[chosen] as Place
  const textOf = ({ label, value }: Point) => `${label}: ${value} ${unit}`
  const [first, shown, newest] = [points[0], points[chosen], points[last]] as [Point, Point, Point]

  const follow = ({ pointerType, clientX, currentTarget }: PointerEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (pointerType === 'mouse') setAt(Math.round(((clientX - left) / width) * last))
  }

  return (
    <div className={css.chart}>
      <div className={css.head}>
        <p className={css.lead}>{description}</p>
        {/* The slider announces the same. */}
        <p className={css.shown} aria-hidden="true">
          <strong className={css.value}>{textOf(shown)}</strong> {shown.note}
        </p>
      </div>
      {/* Time runs from left to right in every language. */}
      <div dir="ltr">
        <p className={css.top} aria-hidden="true">
          {top} {unit}
        </p>
        <div className={css.stage}>
          <svg
            className={css.drawing}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`From ${textOf(first)} to ${textOf(newest)}`}
          >
            {LAYERS.map((part, i) => (
              <path
                key={part}
                className={css[`layer${i}`]}
                d={outline}
                transform={`translate(0 ${HEIGHT}) scale(1 ${part}) translate(0 ${-HEIGHT})`}
              />
            ))}
            <path className={css.half} d={`M0,${HEIGHT / 2}H${WIDTH}`} />
            <path className={css.posts} d={places.map((place) => `M${place.x},${place.y}V${HEIGHT}`).join('')} />
            <path className={css.post} d={`M${x},${y}V${HEIGHT}`} />
            <path className={css.mark} d={`M${x},${y}h0.01`} />
          </svg>
          {/* Not in the drawing, which would stretch them. */}
          <svg className={css.words} aria-hidden="true">
            <text className={css.axis} y="50%" dx="-10" dy="5">
              {top / 2}
            </text>
            <text className={css.axis} y="100%" dx="-10">
              0
            </text>
            {marked(points).map((i) => {
              const [{ label, value }, { x, y }] = [points[i], places[i]] as [Point, Place]
              return (
                <g key={label} className={css.marked}>
                  <text x={`${x / 10}%`} y={`${y}%`} dy={i === last ? -18 : -14} className={css.number}>
                    {value}
                  </text>
                  <text x={`${x / 10}%`} y="100%" dy="24">
                    {label}
                  </text>
                </g>
              )
            })}
          </svg>
          <input
            className={css.slider}
            type="range"
            min={0}
            max={last}
            value={chosen}
            aria-label={title}
            aria-valuetext={[textOf(shown), shown.note].filter(Boolean).join('. ')}
            autoComplete="off"
            onChange={({ target }) => setAt(target.valueAsNumber)}
            onPointerMove={follow}
          />
        </div>
      </div>
      <details className={css.details}>
        <summary className={css.summary}>The same as a table</summary>
        <table className={css.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Measured</th>
              <th scope="col">{unit}</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, note }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** One that belongs to a text, beside it. */
export const ChartBeside = ({ chart }: { chart: Series }) => (
  <section aria-labelledby="measured">
    <h2 className={css.heading} id="measured">
      {chart.title}
    </h2>
    <Chart {...chart} />
  </section>
)

/** A line needs two points. */
export const drawable = (chart: Series | undefined) => (chart && chart.points.length > 1 ? chart : undefined)

/** At most so many points have their words in the drawing: the last, and others at one distance. */
const MARKED = 7
/** Their indexes, the newest first: where there is little room, only every second is shown. */
function marked(points: Point[]): number[] {
  const step = Math.ceil(points.length / MARKED)
  return points.map((_, i) => points.length - 1 - i).filter((_, i) => i % step === 0)
}

type Place = { x: number; y: number }

/** Room for the figure of the highest point. */
const ABOVE = 1.1

/** Where the points are, and the outline of the ground below them. The height is from zero to a round figure. */
function drawn(points: Point[]): { top: number; places: Place[]; outline: string } {
  const most = Math.max(1, ...points.map(({ value }) => value))
  const step = 10 ** Math.floor(Math.log10(most))
  const top = Math.ceil((most * ABOVE) / step) * step
  const round = (value: number) => Math.round(value * 100) / 100
  const places = points.map(({ value }, i) => ({
    x: round(EDGE + (i / (points.length - 1)) * (WIDTH - 2 * EDGE)),
    y: round(HEIGHT - (value / top) * HEIGHT),
  }))
  const line = places.map(({ x, y }) => `L${x},${y}`).join('')
  const outline = `M0,${HEIGHT}L0,${places[0]?.y}${line}L${WIDTH},${places.at(-1)?.y}V${HEIGHT}Z`
  return { top, places, outline }
}
