import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '@marram/build/usage-error'
import { REHEARSAL, type Rehearsal, type RehearsalStep } from '@marram/release-contract/calls/rehearsals'
import { type RegistryClient, RegistryError } from '@marram/release-contract/registry-client'
import { SHELL } from '@marram/release-contract/release-files'
import { pagesProblem, stepProblem } from '../src/delivery/rehearsal-text'
import type { CommandContext } from './command'
import { startEdge } from './rehearsal/edge'
import { addressesOf, type Page, seenOf, shapeOf, type Visitors, visitorsOf } from './rehearsal/visitors'

/** Nothing is changed meanwhile. */
const BEFORE_MS = 5000
/** How long pages are asked for once a version is there: all steps together take less than a minute. */
const STEP_MS = 3000
const ALL_MS = 50_000
/** Until a change has to be seen in pages. */
const FOLLOW_MS = 10_000
const LOOK_MS = 20
const MOST_WORDS = 1000

type Wanted = { part?: string | undefined; environment: string; reason?: string | undefined }
/** A part of the environment, and the version that a rollback brings back; none of its first one. */
type Live = { part: string; stable: string; previous: string | undefined }

/**
 * Takes the newest version of each part away and brings it back, by the calls of `rollback` and `promote`, in an
 * environment and on an edge of its own, while pages are asked for as visitors of `environment` do. What has happened to
 * an earlier rehearsal does not matter. Rejects once `signal` is aborted. Always stops its edge.
 */
export async function rehearse(
  { connect, terminal, json }: CommandContext,
  { part: only, environment, reason = `a rehearsal of a rollback of ${environment}` }: Wanted,
  signal: AbortSignal,
): Promise<Rehearsal> {
  if (environment === REHEARSAL)
    throw new UsageError(`${REHEARSAL} is where rollbacks are rehearsed: name another one, such as production.`)
  const { access, registry } = await connect()
  const say = (words: string) => json || terminal.stderr.write(`${words}\n`)
  await makeEnvironment(registry, reason)
  const { parts } = await registry.showEnvironment({ environment })
  const live = Object.entries(parts).map(([part, { stable, history }]): Live => {
    return { part, stable, previous: history.at(-2)?.version }
  })
  const tried = live.filter(({ part, previous }) => previous !== undefined && (only ?? part) === part)
  if (tried.length === 0)
    throw new UsageError(
      `Nothing can be rehearsed: ${only ?? `no part of ${environment}`} was live${only ? ` in ${environment}` : ''} in an earlier version.`,
    )
  const startedAt = performance.now()
  say(`Bringing what is live in ${environment} into the environment ${REHEARSAL}`)
  const { revisions, refusals } = await copyTo(registry, live, reason, signal)
  say('Starting an edge of its own')
  const edge = await startEdge({ access, terminal, signal })
  let visitors: Visitors | undefined
  try {
    const shape = await shapeOf(
      registry,
      environment,
      live.map(({ part }) => part),
    )
    visitors = visitorsOf(edge.url, await addressesOf(edge.url), shape)
    say(`Asking for ${shape.perSecond} pages a second`)
    await wait(BEFORE_MS, undefined, { signal })
    const beganAt = performance.now()
    const changes: Change[] = []
    for (const each of tried) {
      say(`Taking ${each.part} ${each.stable} away and bringing it back`)
      const refusal = refusals[each.part]
      if (refusal !== undefined) {
        const at = performance.now()
        const replaced = each.stable
        changes.push({
          part: each.part,
          way: 'back',
          version: each.previous as string,
          replaced,
          startedAt: at,
          endedAt: at,
          refusal,
        })
        continue
      }
      const stepMs = Math.min(STEP_MS, ALL_MS / (2 * tried.length))
      const revision = revisions[each.part] as number
      changes.push(...(await backAndForward(registry, visitors, { ...each, revision }, { stepMs, reason, signal })))
    }
    await visitors.stop()
    const pagesIn = (from: number, to: number) => (visitors as Visitors).pages.filter(({ at }) => at >= from && at < to)
    const before = pagesIn(0, beganAt)
    const seen = changes.map((change) => {
      const own = pagesIn(change.startedAt, change.endedAt)
      const step = stepOf(change, own)
      const problem = change.refusal ?? stepProblem(step, example(own))
      return { step, problem: problem && `${step.part} ${step.way} to ${step.version}: ${problem}` }
    })
    const atFirst = pagesProblem(seenOf(before), example(before))
    const problems = [atFirst && `before anything was changed: ${atFirst}`, ...seen.map(({ problem }) => problem)]
    const done: Rehearsal = {
      of: environment,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      ...{ perSecond: shape.perSecond, busiest: shape.busiest, before: seenOf(before) },
      steps: seen.map(({ step }) => step),
      problems: problems.flatMap((problem) => (problem ? [problem.slice(0, MOST_WORDS)] : [])),
    }
    return registry.addRehearsal({ environment: REHEARSAL, ...done })
  } finally {
    await Promise.all([visitors?.stop(), edge.stop()])
  }
}

async function makeEnvironment(registry: RegistryClient, reason: string): Promise<void> {
  const { environments } = await registry.listEnvironments()
  if (environments.some(({ environment }) => environment === REHEARSAL)) return
  await registry.createEnvironment({ name: REHEARSAL, reason }).catch((error: RegistryError) => {
    if (error.status === 403)
      error.message += ` An administrator makes it once, by npm run release -- environment create ${REHEARSAL}.`
    throw error
  })
}

/**
 * Makes the environment for rehearsals what the other one is, each part with one version before: its sections are taken
 * out first, so that nothing is left of an earlier time. What managers overrode there is overridden here. Returns the
 * revision of each part, by which a change that somebody else makes meanwhile is noticed, and why an earlier version may
 * not be there: a rollback could not bring it back either.
 */
async function copyTo(
  registry: RegistryClient,
  live: Live[],
  reason: string,
  signal: AbortSignal,
): Promise<{ revisions: Record<string, number>; refusals: Record<string, string> }> {
  const change = { environment: REHEARSAL, reason }
  const { parts } = await registry.showEnvironment(change)
  for (const part of Object.keys(parts)) if (part !== SHELL) await registry.retire({ ...change, part }, { signal })
  const shellFirst = live.toSorted((one, other) => Number(other.part === SHELL) - Number(one.part === SHELL))
  const revisions: Record<string, number> = {}
  const refusals: Record<string, string> = {}
  for (const { part, stable, previous } of shellFirst) {
    const promote = (version: string) => registry.promote({ ...change, part, version, override: true }, { signal })
    if (previous !== undefined)
      await promote(previous).catch((error) => {
        if (!(error instanceof RegistryError) || error.code === 'conflict') throw error
        refusals[part] = error.message
      })
    revisions[part] = (await promote(stable)).revision
  }
  return { revisions, refusals }
}

type Change = Pick<RehearsalStep, 'part' | 'way' | 'version' | 'replaced'> & {
  startedAt: number
  answeredAt?: number
  endedAt: number
  refusal?: string
}
type Pace = { stepMs: number; reason: string; signal: AbortSignal }

/** A refused rollback leaves nothing to bring back. */
async function backAndForward(
  registry: RegistryClient,
  visitors: Visitors,
  live: Live & { revision: number },
  pace: Pace,
): Promise<Change[]> {
  const { part, stable } = live
  let { revision } = live
  const previous = live.previous as string
  const change = { environment: REHEARSAL, part, reason: pace.reason }
  visitors.watched = part
  const back = await changed(visitors, { part, way: 'back', version: previous, replaced: stable }, pace, async () => {
    revision = (await registry.rollback({ ...change, revision })).revision
  })
  if (back.refusal !== undefined) return [back]
  const forward = { part, way: 'forward', version: stable, replaced: previous } as const
  return [
    back,
    await changed(visitors, forward, pace, () =>
      registry.promote({ ...change, version: stable, override: true, revision }),
    ),
  ]
}

/** Makes a change, and asks for pages until the new version was there for a while. */
async function changed(
  { pages }: Visitors,
  step: Pick<RehearsalStep, 'part' | 'way' | 'version' | 'replaced'>,
  { stepMs, signal }: Pace,
  make: () => Promise<unknown>,
): Promise<Change> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  try {
    await make()
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code === 'conflict') throw error
    return { ...step, startedAt, endedAt: performance.now(), refusal: error.message }
  }
  const answeredAt = performance.now()
  const isThere = () => pages.some(({ at, versions }) => at >= startedAt && versions[step.part] === step.version)
  while (!isThere() && performance.now() < answeredAt + FOLLOW_MS) await wait(LOOK_MS, undefined, { signal })
  if (isThere()) await wait(stepMs, undefined, { signal })
  return { ...step, startedAt, answeredAt, endedAt: performance.now() }
}

/** `pages`: those of its time. */
function stepOf({ startedAt, answeredAt, ...change }: Change, pages: Page[]): RehearsalStep {
  const { part, way, version, replaced } = change
  const timesOf = (one: string) => pages.filter(({ versions }) => versions[part] === one).map(({ at }) => at)
  const since = (at: number) => Math.round(at - startedAt)
  const [first, last] = [Math.min(...timesOf(version)), Math.max(...timesOf(replaced))]
  return {
    ...{ part, way, version, replaced },
    answeredMs: answeredAt === undefined ? null : since(answeredAt),
    firstMs: Number.isFinite(first) ? since(first) : null,
    lastMs: Number.isFinite(last) ? since(last) : null,
    ...seenOf(pages),
  }
}

/** The first page that was no good. */
function example(pages: Page[]): string | undefined {
  const bad = pages.find(({ fault }) => fault === 'failed' || fault === 'mixed')
  return bad && `${bad.address}: ${bad.words}`
}
