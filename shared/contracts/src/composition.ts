import type { DeclaredPage } from './section'

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

export type Composition = {
  id: string
  shell: { version: string; host: string }
  /** `releases[0]` is the one to show; the others are last good ones, best first. */
  sections: Record<string, { title: string; pages: DeclaredPage[]; releases: SectionInComposition[] }>
}

/** What a page may be told at run time; never baked into a build. */
export type PublicConfiguration = {
  /** Base of the API as the browser sees it; `/api/…` paths are appended. */
  apiBase: string
  /** Prefix of relative image values. */
  mediaHost: string
  /** Public origin, for canonical links. */
  origin: string
}
