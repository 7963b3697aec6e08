import { samePattern } from '@marram/contracts/patterns'
import type { ReleaseManifest, SectionRelease, ShellRelease } from '@marram/contracts/release'
import { satisfies } from '@marram/contracts/version'

export type Problem = {
  kind: 'no-shell' | 'host' | 'pattern'
  /** The two releases that do not go together, as `part@version`. */
  releases: string[]
  message: string
}

const named = ({ name, version }: ReleaseManifest) => `${name} ${version}`
const ids = (...releases: ReleaseManifest[]) => releases.map(({ name, version }) => `${name}@${version}`)

/** Why a release cannot be live together with these others; empty where it can. Pure. */
export function problemsBeside(release: ReleaseManifest, live: ReleaseManifest[]): Problem[] {
  const others = live.filter(({ name }) => name !== release.name)
  const sections = others.filter((other) => other.kind === 'section')
  if (release.kind === 'shell') return sections.flatMap((section) => hostProblems(section, release))
  const shell = others.find((other) => other.kind === 'shell')
  const host = shell ? hostProblems(release, shell) : [noShell(release)]
  return [...host, ...sections.flatMap((section) => patternProblems(release, section))]
}

const noShell = (section: SectionRelease): Problem => ({
  kind: 'no-shell',
  releases: ids(section),
  message: `${named(section)} needs a shell with host ${section.host}, and no shell is live here yet. Promote the shell first.`,
})

function hostProblems(section: SectionRelease, shell: ShellRelease): Problem[] {
  if (satisfies(shell.host, section.host)) return []
  const message = `${named(section)} needs host ${section.host}, but ${named(shell)} provides host ${shell.host}.`
  return [{ kind: 'host', releases: ids(section, shell), message }]
}

function patternProblems(release: SectionRelease, live: SectionRelease): Problem[] {
  return release.pages.flatMap(({ pattern }) => {
    const claimed = live.pages.find((page) => samePattern(page.pattern, pattern))
    if (!claimed) return []
    const message = `${named(release)} and ${named(live)}, which is live, both claim the path ${claimed.pattern}.`
    return [{ kind: 'pattern' as const, releases: ids(release, live), message }]
  })
}
