import type { Browser } from '@playwright/test'
import { edition, FIRST } from '../../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { servedFiles } from '../../fixtures/releases/served-files'
import { liveVersions } from '../../fixtures/releases/variant'
import { preparedData } from '../../fixtures/site/prepared-data'
import { startSite } from '../../fixtures/site/site'
import { type Candidate, candidatesOf, folderOf, TEAMS, WAYS } from './candidates'
import { type Cure, cure } from './cure'
import { watchOthers } from './others'
import { type Outcome, patiently, rollOut } from './rollouts'
import { network, visitorsOf } from './visitors'

/** `first`: what came of it as its team rolled it out; `second`: of one that the gate refused, and a manager did not. */
export type Tried = Candidate & { first: Outcome; second?: Outcome }
export type Result = {
  releases: Tried[]
  others: { looks: number; late: number; changed: string[]; files: number; changedFiles: string[] }
  load: { asked: number; withoutPage: number }
  /** Or what went wrong. */
  cure: Cure | string
}

/** So many networks meet a release in browsers before it goes on: three more than evidence needs. */
const NETWORKS = Array.from({ length: 8 }, (_, n) => 100 + n)

/** Five teams release six versions each on one site while visitors ask for pages. */
export async function releaseThirty(browser: Browser): Promise<Result> {
  const env = {
    ...{ MARRAM_CHROMIUM: process.env.MARRAM_CHROMIUM ?? 'off', BROTLI_QUALITY: '3', TRUST_PROXY: '127.0.0.1' },
    // Browsers and tests share the machine with this site.
    ...{ RENDER_TIMEOUT_MS: '2500', RENDER_PROCESSES: '1' },
  }
  const site = await startSite({ data: await preparedData('start'), env })
  const networks = await Promise.all(NETWORKS.map(network))
  try {
    const before = await liveVersions(site)
    for (const part of TEAMS) {
      await publish(site, edition({ part, ...FIRST }))
      await patiently(() => promote(site, part, FIRST.version))
    }
    // Before visitors come: on two cores the gate's browser would wait for them.
    for (const candidate of oneByOne(TEAMS.map(candidatesOf))) await prepare(site, candidate)
    const filesBefore = await servedFiles(site, before)
    const others = watchOthers(site)
    const load = visitorsOf(site, TEAMS)
    const teams = TEAMS.map(async (part) => {
      const releases: Tried[] = []
      for (const candidate of candidatesOf(part)) {
        releases.push(await tried({ site, browser, networks }, candidate))
        say(releases.at(-1))
      }
      return releases
    })
    const releases = (await Promise.all(teams)).flat()
    const cured = await cure(site, browser).catch(({ message }: Error) => message)
    await Promise.all([load.stop(), others.stop()])
    const filesAfter = await servedFiles(site, before)
    const changedFiles = Object.keys({ ...filesBefore, ...filesAfter }).filter(
      (file) => filesBefore[file] !== filesAfter[file],
    )
    const { asked, withoutPage } = load
    const { looks, late, changed } = others
    return {
      releases,
      others: { looks, late, changed, files: Object.keys(filesBefore).length, changedFiles },
      load: { asked, withoutPage },
      cure: cured,
    }
  } finally {
    for (const { close } of networks) close()
    await site.stop()
  }
}

type Where = Parameters<typeof rollOut>[0]

async function tried(where: Where, candidate: Candidate): Promise<Tried> {
  const { part, way } = candidate
  const first = await rollOut(where, candidate)
  const isFinal = first.end !== 'refused' || !way || 'notOverridden' in WAYS[way]
  const second = isFinal ? undefined : await rollOut(where, candidate, { override: true })
  await registryOf(where.site)
    .abort(inProduction(part))
    .catch(() => {})
  return { ...candidate, first, ...(second && { second }) }
}

const oneByOne = (all: Candidate[][]): Candidate[] =>
  (all[0] ?? []).flatMap((_, n) => all.map((own) => own[n] as Candidate))

/** Publishes it, and waits for what the gate says. */
async function prepare(site: Where['site'], candidate: Candidate): Promise<void> {
  const { part, version, way } = candidate
  const folder = folderOf(candidate)
  await publish(site, folder)
  const bad = way && WAYS[way]
  if (bad && 'spoil' in bad) bad.spoil(site, folder)
  await patiently(() => registryOf(site).showGate({ ...inProduction(part), version }))
  say({ tried: `${part} ${version}` })
}

const startedAt = performance.now()
/** For whoever looks on: it takes minutes. */
function say(done: object | undefined): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${seconds} s: ${JSON.stringify(done)}`)
}
