import type { Check, GateReport } from '@marram/release-contract/calls/releases'
import { whyNot } from '@marram/release-contract/permissions'
import { BILL_FILE, type SectionRelease, type ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { readStored } from '@marram/server/stored-files'
import * as z from 'zod/mini'
import { callerOf, mayReadFiles } from '../access/authorize'
import type { RegistryContext } from '../context'
import type { Handlers } from '../handler'
import { claimsOf } from '../live/addresses'
import { problemsOf, shellProblems } from '../live/compatibility'
import {
  findRollout,
  getRelease,
  type KnownRelease,
  readReleases,
  revisionOf,
  rolloutsOf,
  statesOf,
  type Version,
} from '../live/live'
import { promoted } from '../live/states'
import { stableVersions, variantsOf } from '../live/variants'
import { Refusal } from '../refusal'
import { fileKey, type ReleaseFiles } from '../storage'
import { currentTrust } from '../trust/current-trust'
import { whyUntrusted } from '../trust/signed-releases'
import { failed, hasFailed, navigationCheck, passed, sizeCheck, warned } from './check'
import { differenceOf, differing } from './difference'
import { comingBack } from './keep-current'
import { maySeePictures, reportPictures } from './picture-handlers'
import { comparisonsOf } from './pictures'
import { isPair, keyOf, pairsBeside, type Result, readResults, type Subject, subjectsOf } from './results'

export const gateHandlers = {
  /** All checks for making a version live for everyone in an environment, in its current state. */
  async showGate(context, input, { request }) {
    const { environment, part } = input
    const caller = callerOf(request)
    // Only callers who may promote it may delay other trials.
    const isUrgent = whyNot(caller, 'promote', { environment, part }) === undefined
    return reportOn(context, input, { isUrgent, isShown: await maySeePictures(context.db, caller, input) })
  },
  async showDifference({ db, files }, { environment, part, version }, { request }) {
    const live = (await findRollout(db, environment, part))?.stable
    if (live === undefined)
      throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to compare with.`)
    const versions = [live, version].map((each) => ({ part, version: each }))
    const releases = await readReleases(db, versions)
    const [before, after] = versions.map((each) => getRelease(releases, each)) as [KnownRelease, KnownRelease]
    // Other teams cannot open the file of the bill of materials either.
    const bills = mayReadFiles(callerOf(request), part) ? [before, after] : []
    const [had, has] = await Promise.all(bills.map((each) => packagesOf(files, each)))
    const packages = had && has && differing(had, has, (versions) => versions)
    return { environment, part, version, live, ...differenceOf(before.manifest, after.manifest), packages }
  },
} satisfies Partial<Handlers>

const good = {
  host: 'Every shell and section that it can meet agrees on the host contract.',
  shared: 'Every module that is shared has a version that both sides take, and every name that a section uses.',
  pattern: 'No other part is live with a page of the same address.',
  address: 'None of its pages is at an address that another part has.',
  search: 'No other part names a kind of what the search finds that it names.',
  declared: 'No other part declares a list of the feed, a calendar or what a logout removes that it declares.',
} satisfies Partial<Record<Check['name'], string>>

const NO_BROWSER =
  'Not opened in a browser: the registry has none. Install Chromium where it runs, or name one with MARRAM_CHROMIUM.'
const UNOPENED = 'Not opened in a browser yet. Look again in a minute.'
/** What the server cannot render is opened in no browser. */
const isUnopened = ({ checks }: Result) =>
  checks.some(({ name, outcome }) => name === 'server' && outcome !== 'failed') &&
  !checks.some(({ name }) => name === 'browser')

type Asked = Version & { environment: string }

async function reportOn(
  { db, gate, files, now }: RegistryContext,
  { environment, part, version }: Asked,
  { isUrgent, isShown }: { isUrgent: boolean; isShown: boolean },
) {
  await revisionOf(db, environment)
  const rollouts = await rolloutsOf(db, environment)
  const before = statesOf(rollouts)
  const after = promoted(before, { part, version, by: 'gate' })
  const replaces = before[part]?.stable ?? null
  const back = part === SHELL ? comingBack(rollouts) : []
  const releases = await readReleases(db, [...variantsOf(after), ...variantsOf(before), ...back])
  const subjects = subjectsOf(variantsOf(after), [part], releases)
  const earlier = pairsBeside({ part, version }, back, releases)
  await gate.ensure(subjects, true, isUrgent)
  gate.keep(async () => earlier, { key: `earlier ${environment} ${version}`, oneByOne: true })
  const { results } = await readResults(db, subjects)
  const candidates = variantsOf(after).filter(({ isCandidate }) => isCandidate)
  const { results: ofEarlier } = await readResults(db, earlier)
  const { pairs, warnings } = pairsOf({ subjects, earlier, candidates }, [...results, ...ofEarlier])
  const { problems: taken } = await claimsOf(db, { environment, before, after, parts: [part] }, releases)
  const problems = [...taken, ...problemsOf(after, [part], releases).problems]
  const live = variantsOf(after).map((variant) => getRelease(releases, variant).manifest)
  const checks = [
    ...(await trustChecks({ db, files, now }, { environment, release: getRelease(releases, { part, version }) })),
    ...problems.map(({ kind, message, releases: pair }) => ({
      ...failed(kind, message),
      beside: pair.find((each) => !each.startsWith(`${part}@`)) ?? null,
    })),
    ...(problems.some(({ kind }) => kind === 'navigation') ? [] : [{ ...navigationCheck(part, live), beside: null }]),
    ...Object.entries(good)
      .filter(([kind]) => !problems.some((problem) => problem.kind === kind))
      .map(([kind, message]) => ({ ...passed(kind as Check['name'], message), beside: null })),
    ...results.flatMap(({ release, beside, checks }) => {
      const other = [release, beside].find(({ manifest }) => manifest.name !== part)?.manifest
      return checks.map((check) => ({ ...check, beside: other ? `${other.name}@${other.version}` : null }))
    }),
    ...warnings,
    ...(results.some(isUnopened)
      ? [{ ...warned('browser', gate.hasBrowser ? UNOPENED : NO_BROWSER), beside: null }]
      : []),
    {
      ...sizeCheck(releases, { part, version }, before[part]),
      beside: replaces === null ? null : `${part}@${replaces}`,
    },
  ]
  const about = {
    ...{ live: before[part]?.stable, version, isShown },
    comparisons: comparisonsOf(stableVersions(before), { part, version }, releases),
    fails: results.some(({ checks }) => checks.some(({ name, outcome }) => name === 'server' && outcome === 'failed')),
  }
  const pictures = await reportPictures({ db, gate }, about)
  return { environment, part, version, replaces, passed: !hasFailed(checks), checks, pairs, pictures }
}

/** Whether edges would run it; nothing where the registry has no trust.json. */
async function trustChecks(
  { now, ...stores }: Pick<RegistryContext, 'db' | 'files' | 'now'>,
  about: { environment: string; release: KnownRelease },
) {
  const trust = await currentTrust(stores.db)
  if (!trust) return []
  const problem = await whyUntrusted(stores, { trust, ...about, now: now() })
  const needed = trust.approvals[about.environment] ?? 0
  const approvals =
    needed === 0
      ? `${about.environment} needs no approval.`
      : `It has the approvals that ${about.environment} needs (${needed}).`
  const good = { signed: 'A key of its team signed it.', approved: approvals }
  const checks =
    problem?.kind === 'signed'
      ? [failed('signed', problem.message)]
      : [
          passed('signed', good.signed),
          problem ? failed('approved', problem.message) : passed('approved', good.approved),
        ]
  return checks.map((each) => ({ ...each, beside: null }))
}

/** Much more than our largest bill, which has 40 KB: its publisher controls its content. */
const MOST_BYTES = 1024 * 1024
const word = z.string().check(z.regex(/^[\w@./+-]{1,214}$/))
const bill = z.object({ components: z.array(z.object({ name: word, version: word })) })

/** Versions of packages by name; undefined for a release without a readable bill. */
async function packagesOf(files: ReleaseFiles, { id, manifest }: KnownRelease) {
  const file = manifest.files[BILL_FILE]
  if (!file || file.size > MOST_BYTES) return undefined
  const bytes = await readStored(files, fileKey(id, file.integrity))
  const read = bill.safeParse(asJson(bytes))
  if (!read.success) return undefined
  const versions = new Map<string, string[]>()
  for (const { name, version } of read.data.components) versions.set(name, [...(versions.get(name) ?? []), version])
  return Object.fromEntries([...versions].map(([name, all]) => [name, all.sort().join(', ')]))
}

function asJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

type Pair = GateReport['pairs'][number]
/** `earlier`: with versions that a rollback would bring back. */
type Tried = { subjects: Subject[]; earlier: Subject[]; candidates: Version[] }

/** Each section beside a shell, with its results so far; and warnings of rollbacks that the gate would refuse. */
export function pairsOf({ subjects, earlier, candidates }: Tried, results: Result[]) {
  const isCandidate = ({ release, beside }: Subject) =>
    candidates.some(({ part, version }) =>
      [release, beside].some(({ manifest }) => manifest.name === part && manifest.version === version),
    )
  const live = subjects.filter(isPair).map((each) => pairOf(each, isCandidate(each) ? 'candidate' : 'live', results))
  const back = earlier.map((each) => pairOf(each, 'would come back', results))
  const warnings = back.flatMap(({ pair: { section, version }, problems }) =>
    problems.map(({ kind, message }) => ({
      ...warned(kind, `A rollback of ${section} to ${version} would be refused: ${message}`),
      beside: `${section}@${version}`,
    })),
  )
  return { pairs: [...live, ...back].map(({ pair }) => pair), warnings }
}

function pairOf(subject: Subject, why: Pair['why'], results: Result[]) {
  const [section, shell] = [subject.release.manifest as SectionRelease, subject.beside.manifest as ShellRelease]
  const checks = results.find((result) => keyOf(result) === keyOf(subject))?.checks ?? []
  const outcomeOf = (wanted: Check['name']) => checks.find(({ name }) => name === wanted)?.outcome ?? null
  const isProblem = ({ outcome, late }: Check) => outcome === 'failed' && !late
  const problems = [
    ...shellProblems(section, shell),
    ...checks.filter(isProblem).map(({ name, message }) => ({ kind: name, message })),
  ]
  const notes = checks.filter((check) => check.outcome !== 'passed' && !isProblem(check))
  const pair: Pair = {
    ...{ section: section.name, version: section.version, shell: shell.version, why },
    ...{ server: outcomeOf('server'), browser: outcomeOf('browser') },
    message: [...problems, ...notes].map(({ message }) => message).join(' ') || null,
  }
  return { pair, problems }
}
