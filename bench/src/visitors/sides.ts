import type { PageLoad } from './page-load'

export type Side = 'ours' | 'browser' | 'server' | 'naive'
/** The same of each side. */
export type Sides<T> = Record<Side, T>
export type Loads = Sides<PageLoad[]>

const SIDES: Side[] = ['browser', 'server', 'naive', 'ours']

/** One text for each side, as the columns of a row. */
export const sidesOf = <T>(sides: Sides<T>, text: (of: T) => string) => ({
  ours: text(sides.ours),
  yardstick: text(sides.browser),
  serverRendered: text(sides.server),
  naive: text(sides.naive),
})

/** Alternating runs of all sides; `runsOf` is the number of runs of each. */
export async function inTurns<T>(
  runsOf: (side: Side) => number,
  measure: (side: Side) => Promise<T>,
): Promise<Sides<T[]>> {
  const measured: Sides<T[]> = { ours: [], browser: [], server: [], naive: [] }
  for (let run = 0; SIDES.some((side) => run < runsOf(side)); run++)
    for (const side of SIDES) if (run < runsOf(side)) measured[side].push(await measure(side))
  return measured
}
