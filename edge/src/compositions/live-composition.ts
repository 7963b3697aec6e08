import { type Composition, compositionFor, type Unavailable } from '@marram/release-contract/composition'
import { comparePatterns, firstMatch } from '@marram/release-contract/patterns'
import { releaseFileUrl, type SectionRelease, SHELL, type ShellRelease } from '@marram/release-contract/release'
import { compositionId } from '@marram/release-contract/resolve'
import type { RenderedPage } from '@marram/rendering/render-messages'
import type { ReleaseStore } from '../releases/release-store'
import type { StoredRelease } from '../releases/stored-release'
import type { RenderPool } from '../rendering/render-pool'
import { configurationOf, type EdgeSettings } from '../settings'
import { contentSecurityPolicy } from './content-security-policy'
import { type Chosen, serverBuild } from './usable-releases'

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

const versions = new WeakMap<LiveComposition, Readonly<Record<string, string>>>()

/** By part, the versions that it shows. Every page that is sent needs them. */
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

type Parts = {
  store: Pick<ReleaseStore, 'read'>
  pool: Pick<RenderPool, 'openComposition' | 'appShell' | 'warm'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
}

/** What a dev source serves is no release, whatever version it claims. */
const versionOf = ({ manifest: { version }, origin, integrity }: StoredRelease) =>
  origin === undefined ? version : `${version} from ${origin} ${integrity}`

/** Names the versions that are shown, not those that are fallen back to, and what a stopped part says instead. */
export function idOf({ shell, sections, unavailable }: Chosen): string {
  const shown = Object.entries(sections).map(([part, [first]]) => [part, versionOf(first as StoredRelease)])
  const stopped = Object.entries(unavailable).flatMap(([part, each]) =>
    each.stopped ? [[part, `stopped ${each.stopped.notice ?? ''}`]] : [],
  )
  return compositionId(Object.fromEntries([[SHELL, shell.manifest.version], ...shown, ...stopped]))
}

/** The name under which render processes know a composition. A preview has its own, and so its own processes. */
export const renderName = (id: string, isPreview: boolean) => (isPreview ? `preview ${id}` : id)

/** Opens what was chosen, renders its app shell, and has a process for each section started. */
export async function openComposition(
  parts: Parts,
  { shell, sections, unavailable }: Chosen,
  isPreview: boolean,
): Promise<LiveComposition> {
  const { store, pool, settings } = parts
  const release = shell.manifest as ShellRelease
  const manifests = mapValues(sections, (releases) => releases.map(({ manifest }) => manifest as SectionRelease))
  const id = idOf({ shell, sections, unavailable })
  const composition = compositionFor(id, release, manifests, unavailable)
  const boot = (await store.read(shell, release.boot)).toString('utf8').replaceAll('</script', '<\\/script')
  const shown = Object.values(sections).map(([first]) => first as StoredRelease)
  const styles = Object.assign({}, ...(await Promise.all([shell, ...shown].map((each) => stylesOf(store, each)))))
  const name = renderName(id, isPreview)
  const opened = {
    composition,
    configuration: configurationOf(settings),
    shell: serverBuild(shell),
    sections: mapValues(sections, ([first]) => serverBuild(first as StoredRelease)),
  }
  pool.openComposition(name, opened, { isPreview })
  const appShell = await pool.appShell(name)
  if (!isPreview) void pool.warm(name)
  return {
    id,
    renderName: name,
    composition,
    shell: release,
    sections: manifests,
    boot,
    styles,
    policy: contentSecurityPolicy(boot, settings),
    pages: pagesBySpecificity(manifests, unavailable),
    appShell,
  }
}

/** Checked against their digests when they came. */
async function stylesOf(store: Parts['store'], release: StoredRelease): Promise<Record<string, string>> {
  const { manifest } = release
  const files = Object.keys(manifest.files).filter((file) => file.endsWith('.css'))
  const texts = files.map(async (file) => [
    fileUrl(manifest, file),
    (await store.read(release, file)).toString('utf8').replaceAll('</style', '<\\/style'),
  ])
  return Object.fromEntries(await Promise.all(texts))
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
