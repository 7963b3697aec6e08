import type { ReleasesDatabase } from '../database'
import type { Handlers } from '../handler'
import { readReleases, releaseKey, revisionOf, rolloutsOf } from '../live/live'
import { Refusal } from '../refusal'
import { differenceOf } from './difference'
import { gateReport } from './report'

export const gateHandlers = {
  showGate: (context, input) => gateReport(context, input),
  showDifference: ({ db }, input) => differenceToLive(db, input),
} satisfies Partial<Handlers>

type Wanted = { environment: string; part: string; version: string }

/** What a version would change for visitors. */
export async function differenceToLive(db: ReleasesDatabase, { environment, part, version }: Wanted) {
  await revisionOf(db, environment)
  const live = (await rolloutsOf(db, environment)).find((row) => row.part === part)?.stable
  if (live === undefined)
    throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to compare with.`)
  const known = await readReleases(
    db,
    [live, version].map((each) => ({ part, version: each })),
  )
  const [before, after] = [live, version].map((each) => known.get(releaseKey(part, each))?.manifest)
  if (!before || !after)
    throw new Refusal('not-found', `There is no complete release ${part} ${after ? live : version}.`)
  return { environment, part, version, live, ...differenceOf(before, after) }
}
