import type { CheckName, GateReport } from '@marram/release-contract/calls/releases'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import type { Handlers, Input } from '../handler'
import { problemsOf } from '../live/compatibility'
import { type KnownReleases, readReleases, releaseKey, revisionOf, rolloutsOf, statesOf } from '../live/live'
import { promoted } from '../live/states'
import { variantsOf } from '../live/variants'
import { Refusal } from '../refusal'
import { failed, hasFailed, passed } from './check'
import { differenceOf } from './difference'
import { readResults, subjectsOf } from './results'
import { sizeCheck } from './sizes'

export const gateHandlers = {
  showGate: (context, input) => gateReport(context, input),
  showDifference: ({ db }, input) => differenceToLive(db, input),
} satisfies Partial<Handlers>

/** What a version would change for visitors. */
async function differenceToLive(db: ReleasesDatabase, { environment, part, version }: Input<'showDifference'>) {
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

/** Everything that speaks for and against making a version live for everyone in an environment, as things are now. */
export async function gateReport(
  context: RegistryContext,
  { environment, part, version }: Input<'showGate'>,
): Promise<GateReport> {
  await revisionOf(context.db, environment)
  const before = statesOf(await rolloutsOf(context.db, environment))
  const after = promoted(before, { part, version, by: 'gate' })
  const replaces = before[part]?.stable ?? null
  const releases = await readReleases(context.db, [...variantsOf(after), ...variantsOf(before)])
  const release = releases.get(releaseKey(part, version))
  if (!release) throw new Refusal('not-found', `There is no complete release ${part} ${version}. Publish it first.`)
  const subjects = subjectsOf(variantsOf(after), [part], releases)
  await context.gate.ensure(subjects)
  const { results } = await readResults(context.db, subjects)
  const found = results.flatMap(({ release, beside, checks }) => {
    const other = [release, beside].find(({ manifest }) => manifest.name !== part)?.manifest
    return checks.map((check) => ({ ...check, beside: other ? `${other.name}@${other.version}` : null }))
  })
  const replaced = replaces === null ? undefined : releases.get(releaseKey(part, replaces))?.manifest
  const isKnown = before[part]?.history.some((step) => step.version === version)
  const size = {
    ...sizeCheck(release.manifest, replaced, isKnown),
    beside: replaces === null ? null : `${part}@${replaces}`,
  }
  const checks = [...together(after, part, releases), ...found, size]
  return { environment, part, version, replaces, passed: !hasFailed(checks), checks }
}

const good = {
  host: 'Every shell and section that it can meet agrees on the host contract.',
  shared: 'Every module that is shared has a version that both sides take.',
  pattern: 'A sample address of each page leads to the part that declares it.',
} satisfies Partial<Record<CheckName, string>>

function together(states: Parameters<typeof problemsOf>[0], part: string, releases: KnownReleases) {
  const { problems } = problemsOf(states, [part], releases)
  const bad = problems.map(({ kind, message, releases: pair }) => ({
    ...failed(kind, message),
    beside: pair.find((each) => !each.startsWith(`${part}@`)) ?? null,
  }))
  const fine = Object.entries(good)
    .filter(([kind]) => !problems.some((problem) => problem.kind === kind))
    .map(([kind, message]) => ({ ...passed(kind as CheckName, message), beside: null }))
  return [...bad, ...fine]
}
