import type { Check } from '@marram/release-contract/calls/releases'
import { samePattern } from '@marram/release-contract/patterns'
import type { ReleaseManifest, SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { SHELL_PREFIXES } from '@marram/release-contract/release-files'
import { satisfies } from '@marram/release-contract/version'
import { getRelease, type KnownReleases, releaseKey, type Version } from './live'
import type { States } from './states'
import { meet, variantsOf } from './variants'

export type Problem = {
  kind: Check['name']
  /** The releases that do not go together, as `part@version`. */
  releases: string[]
  message: string
}

/** The same for the same problem of the same releases, whatever its message. */
export const problemId = ({ kind, releases }: Problem): string => [kind, ...releases.toSorted()].join(' ')

const named = ({ name, version }: Pick<ReleaseManifest, 'name' | 'version'>) => `${name} ${version}`
const ids = (...releases: Pick<ReleaseManifest, 'name' | 'version'>[]) =>
  releases.map(({ name, version }) => `${name}@${version}`)

/** Why a release cannot be live together with these others, of which several may be of one part. */
export function problemsBeside(release: ReleaseManifest, live: ReleaseManifest[]): Problem[] {
  const others = live.filter(({ name }) => name !== release.name)
  const sections = others.filter((other) => other.kind === 'section')
  if (release.kind === 'shell')
    return [...sections.flatMap((section) => shellProblems(section, release)), ...slotProblems(release, sections)]
  const shells = others.filter((other) => other.kind === 'shell')
  const host = shells.flatMap((shell) => shellProblems(release, shell))
  if (shells.length === 0) {
    const message = `${named(release)} needs a shell with host ${release.host}, and no shell is live here yet. Promote the shell first.`
    host.push({ kind: 'no-shell', releases: ids(release), message })
  }
  const slots = shells.flatMap((shell) => slotProblems(shell, [release, ...sections], [release]))
  const shared = sections.flatMap((each) => [
    ...patternProblems(release, each),
    ...searchProblems(release, each),
    ...declaredProblems(release, each),
  ])
  return [...host, ...slots, ...ofShellProblems(release), ...shared]
}

/**
 * If a slot of the navigation has fewer places than entries, `changed` or other parts would lose links. For a part with
 * several versions, the highest number counts.
 */
function slotProblems(shell: ShellRelease, sections: SectionRelease[], changed = sections): Problem[] {
  return Object.entries(shell.slots ?? {}).flatMap(([slot, most]) => {
    const countOf = ({ navigation = [] }: SectionRelease) => navigation.filter((entry) => entry.slot === slot).length
    const taken = new Map<string, number>()
    for (const each of sections) taken.set(each.name, Math.max(taken.get(each.name) ?? 0, countOf(each)))
    const count = [...taken.values()].reduce((sum, each) => sum + each, 0)
    const about = changed.filter((each) => countOf(each) > 0)
    if (count <= most || about.length === 0) return []
    const owners = sections.filter((each) => countOf(each) > 0).map(named)
    const message = `${named(shell)} has too few places in the navigation's ${slot} (${most}) for the entries (${count}) of ${owners.join(', ')}.`
    return [{ kind: 'navigation' as const, releases: ids(shell, ...about), message }]
  })
}

/** Why a section does not run in a shell. Earlier builds declare neither versions nor names, which are then not checked. */
export function shellProblems(section: SectionRelease, shell: ShellRelease): Problem[] {
  const problem = (kind: Check['name'], needs: string, but: string) => {
    const message = `${named(section)} needs ${needs}, but ${named(shell)} ${but}.`
    return { kind, releases: ids(section, shell), message }
  }
  const shared = Object.entries((shell.versions && section.ranges) ?? {}).flatMap(([name, range]) => {
    const provided = shell.versions?.[name]
    if (provided !== undefined && satisfies(provided, range)) return []
    const instead = provided === undefined ? 'does not provide it' : `provides ${provided}`
    return [problem('shared', `${name} ${range}`, instead)]
  })
  const host = satisfies(shell.host, section.host)
    ? []
    : [problem('host', `host ${section.host}`, `provides host ${shell.host}`)]
  return [...host, ...shared, ...nameProblems(section, shell)]
}

/** Names that a section uses of a module that is in the shell without them. */
function nameProblems(section: SectionRelease, shell: ShellRelease): Problem[] {
  const provided = new Map(Object.entries(shell.exports ?? {}))
  return Object.entries(section.uses ?? {}).flatMap(([module, used]) => {
    const exported = provided.get(module)
    const lacking = exported ? used.filter((name) => !exported.includes(name)) : []
    if (lacking.length === 0) return []
    const message = `${named(section)} uses ${lacking.join(', ')} of ${module}, which ${named(shell)} does not export. Promote a shell that does, or first a version of ${section.name} that does without.`
    return [{ kind: 'shared' as const, releases: ids(section, shell), message }]
  })
}

/** If the owner of an address gave it up, two parts may claim it, but only one of them can be live with it. */
const patternProblems = (release: SectionRelease, live: SectionRelease): Problem[] =>
  live.pages
    .filter((other) => release.pages.some(({ pattern }) => samePattern(pattern, other.pattern)))
    .map(({ pattern }) => {
      const message = `${named(release)} and ${named(live)}, which is live, both claim the path ${pattern}.`
      return { kind: 'pattern', releases: ids(release, live), message }
    })

/** Only one section can define the text that visitors read for a kind, whichever section's page shows it. */
function searchProblems(release: SectionRelease, live: SectionRelease): Problem[] {
  const own = new Set(release.searchKinds?.map(({ kind }) => kind))
  const both = (live.searchKinds ?? []).map(({ kind }) => kind).filter((kind) => own.has(kind))
  if (both.length === 0) return []
  const message = `${named(release)} and ${named(live)}, which is live, both name the search kind ${both.join(', ')}.`
  return [{ kind: 'search', releases: ids(release, live), message }]
}

/** Declarations that only one section may have, by kind as text: each reader uses only one. */
const soleOf = ({ sitemap = [], calendar, keptUntilLogout }: SectionRelease): Record<string, string[]> => ({
  'list of the feed': sitemap.filter(({ feed }) => feed).map(({ list }) => list),
  calendar: calendar ? [calendar.file] : [],
  'prefix of what a logout removes': keptUntilLogout?.storagePrefixes ?? [],
  'database that a logout empties': keptUntilLogout?.databases ?? [],
})

/** Prevents duplicate news in the feed, mixed calendars, and a logout that removes another section's data. */
function declaredProblems(release: SectionRelease, live: SectionRelease): Problem[] {
  const others = soleOf(live)
  const both = Object.entries(soleOf(release)).flatMap(([what, own]) =>
    own.filter((each) => others[what]?.includes(each)).map((each) => `the ${what} ${each}`),
  )
  if (both.length === 0) return []
  const message = `${named(release)} and ${named(live)}, which is live, both declare ${both.join(' and ')}.`
  return [{ kind: 'declared', releases: ids(release, live), message }]
}

/** The shell decides when its data is removed. */
function ofShellProblems(release: SectionRelease): Problem[] {
  const taken = release.keptUntilLogout?.storagePrefixes.filter((each) => SHELL_PREFIXES.includes(each)) ?? []
  if (taken.length === 0) return []
  const message = `${named(release)} has a logout remove ${taken.join(', ')}, which the shell stores.`
  return [{ kind: 'declared', releases: ids(release), message }]
}

/** Which of the changed releases do not go together with what some visitor may have beside them, and why. */
export function problemsOf(
  states: States,
  parts: string[],
  releases: KnownReleases,
  counts: (problem: Problem) => boolean = () => true,
) {
  const manifestOf = (variant: Version) => getRelease(releases, variant).manifest
  const variants = variantsOf(states)
  const found = variants
    .filter(({ part }) => parts.includes(part))
    .map((variant) => {
      const others = variants.filter((other) => meet(variant, other))
      return { variant, problems: problemsBeside(manifestOf(variant), others.map(manifestOf)).filter(counts) }
    })
    .filter(({ problems }) => problems.length > 0)
  // Two that changed together have the same problem with each other.
  const problems = new Map<string, Problem>()
  for (const problem of found.flatMap((each) => each.problems)) {
    const key = problemId(problem) + (problem.kind === 'shared' ? problem.message : '')
    if (!problems.has(key)) problems.set(key, problem)
  }
  return {
    subjects: found.map(({ variant }) => releaseKey(variant)),
    problems: [...problems.values()],
  }
}
