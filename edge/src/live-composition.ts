import type { Composition, PublicConfiguration } from '@marram/contracts/composition'
import { comparePatterns, matchPattern } from '@marram/contracts/patterns'
import { releaseFileUrl, type SectionRelease, type ShellRelease } from '@marram/contracts/release'
import type { DeclaredPage } from '@marram/contracts/section'
import type { EdgeSettings } from './environment'
import type { RenderedPage } from './render-messages'

type Page = SectionRelease['pages'][number]
export type OwnedPage = { section: string; page: Page }
/** Sections of which no release can be used: their addresses are still theirs. */
export type Unavailable = Record<string, { title: string; pages: DeclaredPage[] }>

/** A composition that can be served: every file is here and checked, every server build is linked. */
export type LiveComposition = {
  id: string
  composition: Composition
  shell: ShellRelease
  /** By section: the release to show, then the last good ones. */
  sections: Record<string, SectionRelease[]>
  boot: string
  policy: string
  /** Most specific first. */
  pages: OwnedPage[]
  frame: RenderedPage
}

export const fileUrl = (release: { name: string; version: string }, file: string) =>
  releaseFileUrl(release.name, release.version, file)

export function pagesBySpecificity(sections: Record<string, SectionRelease[]>, unavailable: Unavailable): OwnedPage[] {
  const shown = Object.entries(sections).flatMap(([section, [current]]) =>
    (current?.pages ?? []).map((page) => ({ section, page })),
  )
  const missing = Object.entries(unavailable).flatMap(([section, { pages }]) =>
    pages.map((page) => ({ section, page: { ...page, files: [], needs: [] } })),
  )
  return [...shown, ...missing].sort((a, b) => comparePatterns(a.page.pattern, b.page.pattern))
}

/** Who owns a path, by the most specific declared pattern. */
export const ownerOf = (live: LiveComposition, path: string): OwnedPage | undefined =>
  live.pages.find(({ page }) => matchPattern(page.pattern, path))

/** Whether search engines may show the page. */
export const isIndexed = ({ private: personal, requiresLogin, noIndex }: Page): boolean =>
  !personal && !requiresLogin && !noIndex

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
        releases: releases.map((release) => ({
          version: release.version,
          title: release.title,
          host: release.host,
          container: release.container,
          entry: fileUrl(release, release.entry),
          integrity: release.files[release.entry]?.integrity ?? '',
        })),
      },
    ]
  })
  const missing = Object.entries(unavailable).map(([name, { title, pages }]) => [name, { title, pages, releases: [] }])
  return {
    id,
    shell: { version: shell.version, host: shell.host },
    sections: Object.fromEntries([...available, ...missing]),
  }
}

/** What shell and sections may know of this edge. */
export const configurationOf = (settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>): PublicConfiguration => ({
  apiBase: '',
  mediaHost: settings.MEDIA_HOST,
  origin: settings.PUBLIC_URL,
})
