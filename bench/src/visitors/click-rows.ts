import { paths } from '@marram/api-contract/paths'
import type { Browser } from '@playwright/test'
import { type Row, withSpread } from '../row'
import { TABLE } from './load-rows'
import { type Click, nextClick } from './next-click'
import { type BuiltFront, built, inTurns, type Sides, sidesOf } from './sides'

const RUNS = 5

/** Inside a section without pointing at the link before, into another one after pointing at it; `fronts` by side. */
export async function clickRows(browser: Browser, fronts: Sides<BuiltFront>, sport: string): Promise<Row[]> {
  const clicks = (from: string, link: string, pointedAt: boolean) =>
    inTurns(
      built(fronts, from, link),
      // The others have no target: one run shows how many there are.
      (side) => (side === 'ours' ? RUNS : 1),
      ({ url }): Promise<Click> => nextClick(browser, { url: url + from, link, pointedAt }),
    )
  const inside = await clicks(paths.sports(), sport, false)
  const across = await clicks(paths.home(), paths.sports(), true)
  const words = 'next click inside a section, not pointed at before'
  return [
    clickRow(`${words}: requests in sequence`, inside, 'chain', 1),
    clickRow(`${words}: scripts and styles`, inside, 'code', 0),
    clickRow('next click into another section, after pointing at its link: requests in sequence', across, 'chain', 1),
  ]
}

/** Of a release's file its name, which has a hash, is enough. */
const short = (path: string) => (path.startsWith('/releases/files/') ? path.slice(path.lastIndexOf('/') + 1) : path)

/** Only a new document does not respond as soon as it is shown. */
function timesOf(runs: Click[]): string {
  const show = (values: number[]) =>
    `${values.length === 1 ? withSpread(values).split(' ', 1)[0] : withSpread(values)} ms`
  const shown = `shown after ${show(runs.map(({ shownMs }) => shownMs))}`
  const responds = runs.flatMap(({ respondsMs }) => respondsMs ?? [])
  return responds.length === 0 ? shown : `${shown}, responds after ${show(responds)}`
}

/** The worst of all runs counts. */
export function clickRow(figure: string, clicks: Sides<Click[]>, counted: 'chain' | 'code', atMost: number): Row {
  const worstOf = (runs: Click[]) =>
    runs.map((click) => click[counted]).reduce((most, each) => (each.length > most.length ? each : most))
  return {
    table: TABLE,
    figure: `${figure}, worst of ${clicks.ours.length}`,
    ...sidesOf(clicks, (runs) => {
      const worst = worstOf(runs)
      const named = worst.length === 0 ? 'none' : `${worst.length}: ${worst.map(short).join(', ')}`
      const timed = counted === 'chain' ? `${named}; ${timesOf(runs)}` : named
      return runs.length === 1 ? `${timed} (one run)` : timed
    }),
    value: worstOf(clicks.ours).length,
    unit: '',
    target: { atMost },
  }
}
