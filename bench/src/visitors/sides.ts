import type { PageLoad } from './page-load'

/** Built of every page, and of some. */
type Whole = 'ours' | 'browser' | 'server' | 'naive'
type Partly = 'zones' | 'singleSpa'
export type Side = Whole | Partly
/** The same of each side that has the page. */
export type Sides<T> = Record<Whole, T> & Partial<Record<Partly, T>>
export type Loads = Sides<PageLoad[]>

/** `pages` are the only ones that it has, where it has not all. */
export type BuiltFront = { url: string; pages?: string[] }

/** Those that have all these pages. */
export const built = (fronts: Sides<BuiltFront>, ...paths: string[]): Sides<BuiltFront> =>
  Object.fromEntries(
    Object.entries(fronts).filter(([, front]) => paths.every((path) => front?.pages?.includes(path) ?? true)),
  ) as Sides<BuiltFront>

const SIDES: Side[] = ['browser', 'server', 'naive', 'zones', 'singleSpa', 'ours']
const NOT_BUILT = 'not built'

/** One text for each side, as the columns of a row. */
export const sidesOf = <T>(sides: Sides<T>, text: (of: T) => string) => ({
  ours: text(sides.ours),
  yardstick: text(sides.browser),
  serverRendered: text(sides.server),
  naive: text(sides.naive),
  zones: sides.zones === undefined ? NOT_BUILT : text(sides.zones),
  singleSpa: sides.singleSpa === undefined ? NOT_BUILT : text(sides.singleSpa),
})

/** Alternating runs of all sides that have the page; `runsOf` is the number of runs of each. */
export async function inTurns<F, T>(
  fronts: Sides<F>,
  runsOf: (side: Side) => number,
  measure: (front: F) => Promise<T>,
): Promise<Sides<T[]>> {
  const turns = SIDES.flatMap((side) => {
    const front = fronts[side]
    return front === undefined ? [] : [{ side, front, results: [] as T[] }]
  })
  for (let run = 0; turns.some(({ side }) => run < runsOf(side)); run++)
    for (const { side, front, results } of turns) if (run < runsOf(side)) results.push(await measure(front))
  return Object.fromEntries(turns.map(({ side, results }) => [side, results])) as Sides<T[]>
}
