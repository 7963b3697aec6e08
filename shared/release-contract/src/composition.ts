import type { StoppedPart } from './discovery'
import type { SectionRelease, ShellRelease } from './release'
import { releaseFileUrl, SHELL } from './release-files'
import type { DeclaredPage, KeptUntilLogout, NavigationEntry, SearchKind, SearchPage } from './section'

export type SectionInComposition = Pick<
  SectionRelease,
  'version' | 'title' | 'host' | 'container' | 'entry' | 'runtime'
> & { integrity: string }

/** Fields of a section are those of the release to show; what a logout removes is that of every release that a visitor may have. */
type DeclaredSection = Pick<
  SectionRelease,
  'title' | 'keptUntilLogout' | 'navigation' | 'searchKinds' | 'searchPages'
> & { pages: DeclaredPage[]; stopped?: StoppedPart | undefined }

/** The data that the edge inlines into every page and the shell starts from. */
export type Composition = {
  id: string
  shell: { version: string; host: string }
  /** `releases[0]` is the one to show; the others are last good ones, best first. A stopped section has none. */
  sections: Record<string, DeclaredSection & { releases: SectionInComposition[] }>
  /** The navigation links of sections, by slot of the shell. Earlier edges do not set it. */
  navigation?: Record<string, NavigationEntry[]>
}

/** Configuration of a page at run time, which no build contains. */
export type PublicConfiguration = {
  /** Base of the API as the browser sees it; `/api/…` paths are appended. */
  apiBase: string
  /** Prefix of relative image values. */
  mediaHost: string
  origin: string
  /** Search kinds that the sections declare; earlier shells do not set it. */
  searchKinds?: SearchKind[]
  /** Pages that sections declare for the search; earlier shells do not set it. */
  searchPages?: SearchPage[]
}

/** Sections that are stopped or have no usable release: they still own their addresses. */
export type Unavailable = Record<string, DeclaredSection>

/** The document that the browser starts from. */
export function compositionFor(
  id: string,
  shell: ShellRelease,
  sections: Record<string, SectionRelease[]>,
  unavailable: Unavailable,
): Composition {
  const available = Object.entries(sections).map(([name, releases]) => {
    const { title, pages, navigation, searchKinds, searchPages } = releases[0] as SectionRelease
    return [
      name,
      {
        title,
        pages: pages.map(declared),
        keptUntilLogout: allKept(releases),
        navigation,
        searchKinds,
        searchPages,
        releases: releases.map((release) => ({
          version: release.version,
          title: release.title,
          host: release.host,
          container: release.container,
          entry: releaseFileUrl(release.name, release.version, release.entry),
          integrity: release.files[release.entry]?.integrity ?? '',
          runtime: release.runtime,
        })),
      },
    ]
  })
  const missing = Object.entries(unavailable).map(([name, section]) => [name, { ...section, releases: [] }])
  const all: Composition['sections'] = Object.fromEntries([...available, ...missing])
  const entries = Object.keys(all)
    .sort()
    .flatMap((name) => all[name]?.navigation ?? [])
  // No more than fit, even if a newer shell takes fewer.
  const navigation = Object.entries(shell.slots ?? {}).map(([slot, most]) => [
    slot,
    entries.filter((entry) => entry.slot === slot).slice(0, most),
  ])
  return {
    id,
    shell: { version: shell.version, host: shell.host },
    sections: all,
    navigation: Object.fromEntries(navigation),
  }
}

/** What a document says it was composed of. Throws where it says nothing. */
export function compositionIn(html: string): Composition {
  const found = /<script type="application\/json" id="marram-composition">(.*?)<\/script>/s.exec(html)?.[1]
  if (!found) throw new Error(`no composition in: ${html.slice(0, 300)}`)
  return JSON.parse(found) as Composition
}

/** The version of each part that a composition shows. */
export function shownVersions({ shell, sections }: Composition): Record<string, string | undefined> {
  const shown = Object.entries(sections).map(([part, { releases }]) => [part, releases[0]?.version])
  return { ...Object.fromEntries(shown), [SHELL]: shell.version }
}

/** The fields of a page that are needed to handle its address. */
export const declared = ({ pattern, requiresLogin, private: personal }: DeclaredPage): DeclaredPage => {
  return { pattern, requiresLogin, private: personal }
}

/** What sections declare for the search of the site. Earlier shells only pass on the kinds. */
export function searchIn({ sections }: Composition): Pick<PublicConfiguration, 'searchKinds' | 'searchPages'> {
  const all = Object.values(sections)
  return {
    searchKinds: all.flatMap(({ searchKinds }) => searchKinds ?? []),
    searchPages: all.flatMap(({ searchPages }) => searchPages ?? []),
  }
}

function allKept(releases: SectionRelease[]): KeptUntilLogout | undefined {
  const declared = releases.flatMap(({ keptUntilLogout }) => keptUntilLogout ?? [])
  if (declared.length === 0) return undefined
  return {
    storagePrefixes: [...new Set(declared.flatMap(({ storagePrefixes }) => storagePrefixes))],
    databases: [...new Set(declared.flatMap(({ databases }) => databases))],
  }
}
