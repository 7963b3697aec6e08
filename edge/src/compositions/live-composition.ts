import type { Composition, PublicConfiguration, Unavailable } from '@marram/release-contract/composition'
import { comparePatterns, firstMatch } from '@marram/release-contract/patterns'
import { releaseFileUrl, type SectionRelease, SHELL, type ShellRelease } from '@marram/release-contract/release'
import type { RenderedPage } from '@marram/rendering/render-messages'
import type { EdgeSettings } from '../settings'

type Page = SectionRelease['pages'][number]
/** `version` is the section's that shows it; it has none while none can be loaded. */
export type OwnedPage = { section: string; version?: string; page: Page }
/** A composition that can be served: every file is here and checked, every server build is linked. */
export type LiveComposition = {
  id: string
  /** What render processes know it by. */
  renderName: string
  composition: Composition
  shell: ShellRelease
  /** By section: the release to show, then the last good ones. */
  sections: Record<string, SectionRelease[]>
  boot: string
  /** The text of every style that a document may need, by the address of its file. */
  styles: Record<string, string>
  policy: string
  /** Most specific first. */
  pages: OwnedPage[]
  /** The page without its section. */
  appShell: RenderedPage
}

export const fileUrl = (release: { name: string; version: string }, file: string) =>
  releaseFileUrl(release.name, release.version, file)

export function pagesBySpecificity(sections: Record<string, SectionRelease[]>, unavailable: Unavailable): OwnedPage[] {
  const shown = Object.entries(sections).flatMap(([section, [current]]) =>
    (current?.pages ?? []).map((page) => ({ section, version: current?.version, page })),
  )
  const missing = Object.entries(unavailable).flatMap(([section, { pages }]) =>
    pages.map((page) => ({ section, page: { ...page, files: [], needs: [] } })),
  )
  return [...shown, ...missing].sort((a, b) => comparePatterns(a.page.pattern, b.page.pattern))
}

/** Who owns a path, by the most specific declared pattern. */
export const ownerOf = (live: LiveComposition, path: string): OwnedPage | undefined =>
  firstMatch(live.pages, ({ page }) => page.pattern, path)

/** What a render process is asked for a page; one without an owner is the shell's. */
export const pageAsk = (owner: OwnedPage | undefined, address: string) => ({
  url: `http://edge.invalid${address}`,
  section: owner?.section,
  pattern: owner?.page.pattern ?? '*',
})

/** Every page that is sent asks for them. */
const versions = new WeakMap<LiveComposition, Readonly<Record<string, string>>>()

/** By part, what it shows. */
export function versionsOf(live: LiveComposition): Readonly<Record<string, string>> {
  const known = versions.get(live)
  if (known) return known
  const shown = Object.entries(live.sections).map(([part, [first]]) => [part, first?.version ?? ''])
  const found = { [SHELL]: live.shell.version, ...Object.fromEntries(shown) }
  versions.set(live, found)
  return found
}

/** Whether search engines may show the page. */
export const isIndexed = ({ private: personal, requiresLogin, noIndex }: Page): boolean =>
  !personal && !requiresLogin && !noIndex

/** What shell and sections may know of this edge. */
export const configurationOf = (settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>): PublicConfiguration => ({
  apiBase: '',
  mediaHost: settings.MEDIA_HOST,
  origin: settings.PUBLIC_URL,
})
