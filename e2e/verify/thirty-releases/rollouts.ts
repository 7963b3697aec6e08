import { setTimeout as wait } from 'node:timers/promises'
import { type RegistryClient, RegistryError } from '@marram/release-contract/registry-client'
import type { Browser } from '@playwright/test'
import { inProduction, registryOf } from '../../fixtures/releases/releases'
import type { Site } from '../../fixtures/site/site'
import { type Bad, type Candidate, WAYS } from './candidates'
import { type Network, visit, visitorWith } from './visitors'

/** In the console and on the command line: `--steps 5@pause,50@1s`; then everybody. */
const STRATEGY = {
  kind: 'canary' as const,
  steps: [
    { traffic: 5, seconds: null },
    { traffic: 50, seconds: 1 },
  ],
  needsEvidence: true,
}
/** The first step lasts so long, and until browsers have been there. In earnest it would be hours. */
const STEP_MS = 30_000
/** For evidence of the step to 50 % a minute has to begin. */
const LONGEST_MS = 240_000
const LOOKS_MS = 1000
/** Networks whose browsers open a good one: nothing waits for what they find. */
const FEW = 2

export type Outcome = {
  /** The greatest share of the visitors that had it. */
  share: number
  /** What the registry said or wrote down at its end, or what it knows where it did neither. */
  words: string
  /** Browsers of so many networks opened it, and these got no page that responds. */
  browsers?: { opened: number; inVain: number }
  end: 'refused' | 'taken away' | 'live' | 'undecided'
}

/** Rolls a release out as its team would; `override` as a manager who wants it all the same. */
export async function rollOut(
  { site, browser, networks }: { site: Site; browser: Browser; networks: Network[] },
  { part, version, way }: Candidate,
  { override = false } = {},
): Promise<Outcome> {
  const registry = registryOf(site)
  const { stepMs }: Bad = way ? WAYS[way] : {}
  const change = { ...inProduction(part), reason: 'thirty releases', ...(override && { override }) }
  const refused = await patiently(() => registry.canary({ ...change, version, strategy: STRATEGY })).then(
    () => undefined,
    (error) => {
      // Only a problem that the gate names is a refusal: a registry that fails refuses nothing.
      if (error instanceof RegistryError && error.status === 422) return error.message
      throw error
    },
  )
  if (refused !== undefined) return { share: 0, words: refused, end: 'refused' }
  const began = performance.now()
  const browsers = await visitedBy(way ? networks : networks.slice(0, FEW), { site, browser }, part, version)
  for (let isFirst = true; ; await wait(LOOKS_MS)) {
    const outcome = await outcomeOf(registry, part, version)
    const lasted = performance.now() - began
    if (outcome.end !== 'undecided') return { ...outcome, browsers }
    if (lasted > LONGEST_MS)
      return { ...outcome, browsers, words: JSON.stringify(await registry.showEvidence(inProduction(part))) }
    if (!isFirst || lasted < (stepMs ?? STEP_MS)) continue
    isFirst = false
    // It goes on where the evidence allows it.
    await registry.resume(inProduction(part)).catch(() => {})
  }
}

/** Of all teams together: browsers take most of this machine. */
const AT_ONCE = 3
const turns = new Array<Promise<unknown>>(AT_ONCE).fill(Promise.resolve())
let turn = 0

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  turn = (turn + 1) % AT_ONCE
  const done = (turns[turn] as Promise<unknown>).then(work)
  turns[turn] = done.catch(() => {})
  return done
}

async function visitedBy(
  networks: Network[],
  { site, browser }: { site: Site; browser: Browser },
  part: string,
  version: string,
): Promise<NonNullable<Outcome['browsers']>> {
  const browsers = { opened: 0, inVain: 0 }
  let visitor: string | undefined
  for (const until = performance.now() + 10_000; !visitor && performance.now() < until; await wait(200))
    visitor = await visitorWith(site, part, version)
  if (!visitor) return browsers
  const having = visitor
  const own = networks.map(async (each) => {
    browsers.opened += 1
    if (!(await inTurn(() => visit(browser, site, part, having, each)))) browsers.inVain += 1
  })
  await Promise.all(own)
  return browsers
}

/** By the audit log, which has every share that it ever had. */
async function outcomeOf(registry: RegistryClient, part: string, version: string): Promise<Outcome> {
  const { events } = await registry.listEvents({ part, refused: 'false', limit: 100 })
  const own = events.filter(({ to }) => [to?.candidate, to?.stable].includes(version))
  const share = Math.max(
    0,
    ...own.map(({ to }) => (to?.stable === version ? 100 : to?.candidate === version ? Number(to.traffic) : 0)),
  )
  const taken = own.find(({ action }) => action === 'evidence')
  const end = share === 100 ? 'live' : taken ? 'taken away' : 'undecided'
  return { share, words: (taken ?? own[0])?.reason ?? '', end }
}

/** The gate may need longer than a call waits, and others change the environment at the same time. */
export async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RegistryError) || !['incomplete', 'conflict'].includes(error.code)) throw error
    }
}
