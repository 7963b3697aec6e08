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

/** So many rounds in which the sides take turns; `roundsOf` says of each how often it is measured. */
export async function inTurns<T>(
  roundsOf: (side: Side) => number,
  measure: (side: Side) => Promise<T>,
): Promise<Sides<T[]>> {
  const measured: Sides<T[]> = { ours: [], browser: [], server: [], naive: [] }
  for (let round = 0; SIDES.some((side) => round < roundsOf(side)); round++)
    for (const side of SIDES) if (round < roundsOf(side)) measured[side].push(await measure(side))
  return measured
}
