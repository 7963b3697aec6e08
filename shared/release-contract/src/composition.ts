import type { StoppedPart } from './discovery'
import { releaseFileUrl, type SectionRelease, type ShellRelease } from './release'
import type { DeclaredPage, KeptUntilLogout, SearchKind } from './section'

/** What the edge inlines into every page and what the shell starts from. One composition, one id. */
export type SectionInComposition = {
  version: string
  title: string
  /** Host contract range of this release. */
  host: string
  container: string
  /** URL and digest of the browser entry. */
  entry: string
  integrity: string
}

type DeclaredSection = {
  title: string
  pages: DeclaredPage[]
  stopped?: StoppedPart | undefined
  /** Of every release that a visitor may have, or undefined where none keeps anything. */
  keptUntilLogout?: KeptUntilLogout | undefined
  /** Of the release to show. */
  searchKinds?: SearchKind[] | undefined
}

export type Composition = {
  id: string
  shell: { version: string; host: string }
  /** `releases[0]` is the one to show; the others are last good ones, best first. A stopped section has none. */
  sections: Record<string, DeclaredSection & { releases: SectionInComposition[] }>
}

/** What a page may be told at run time; never baked into a build. */
export type PublicConfiguration = {
  /** Base of the API as the browser sees it; `/api/…` paths are appended. */
  apiBase: string
  /** Prefix of relative image values. */
  mediaHost: string
  /** Public origin, for canonical links. */
  origin: string
  /** What the sections of the composition declare; earlier shells do not set it. */
  searchKinds?: SearchKind[]
}

/** Sections that are stopped, or of which no release can be used: their addresses are still theirs. */
export type Unavailable = Record<string, DeclaredSection>

/** The document that the browser starts from. */
export function compositionFor(
  id: string,
  shell: ShellRelease,
  sections: Record<string, SectionRelease[]>,
  unavailable: Unavailable,
): Composition {
  const available = Object.entries(sections).map(([name, releases]) => {
    const current = releases[0] as SectionRelease
    return [
      name,
      {
        title: current.title,
        pages: current.pages.map(({ pattern, requiresLogin, private: personal }) => ({
          pattern,
          requiresLogin,
          private: personal,
        })),
        keptUntilLogout: allKept(releases),
        searchKinds: current.searchKinds,
        releases: releases.map((release) => ({
          version: release.version,
          title: release.title,
          host: release.host,
          container: release.container,
          entry: releaseFileUrl(release.name, release.version, release.entry),
          integrity: release.files[release.entry]?.integrity ?? '',
        })),
      },
    ]
  })
  const missing = Object.entries(unavailable).map(([name, section]) => [name, { ...section, releases: [] }])
  return {
    id,
    shell: { version: shell.version, host: shell.host },
    sections: Object.fromEntries([...available, ...missing]),
  }
}

export const searchKindsIn = ({ sections }: Composition): SearchKind[] =>
  Object.values(sections).flatMap(({ searchKinds }) => searchKinds ?? [])

function allKept(releases: SectionRelease[]): KeptUntilLogout | undefined {
  const kept = releases.flatMap(({ keptUntilLogout }) => keptUntilLogout ?? [])
  if (kept.length === 0) return undefined
  return {
    storagePrefixes: [...new Set(kept.flatMap(({ storagePrefixes }) => storagePrefixes))],
    databases: [...new Set(kept.flatMap(({ databases }) => databases))],
  }
}
