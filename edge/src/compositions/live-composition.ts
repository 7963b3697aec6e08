import { compositionFor, type Unavailable } from '@marram/release-contract/composition'
import { comparePatterns, firstMatch } from '@marram/release-contract/patterns'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { compositionId } from '@marram/release-contract/resolve'
import { contentSecurityPolicy } from '@marram/rendering/content-security-policy'
import { type DocumentSource, fileUrl, insideOf } from '@marram/rendering/page-document'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { readFile, type StoredRelease } from '../releases/stored-release'
import type { PageOwner } from '../requests/page-response'
import { configurationOf } from '../settings'
import { type Chosen, type Parts, serverBuild } from './usable-releases'

type Page = SectionRelease['pages'][number]
export type OwnedPage = PageOwner & { page: Page }
/** A composition that can be served: every file is here and checked, every server build is linked. */
export type LiveComposition = DocumentSource & {
  /** The id in its pages. Render processes know it by the id of `composition`. */
  id: string
  /** Distinguishes compositions with the same id, which may have different fallback releases. */
  number: number
  versions: Readonly<Record<string, string>>
  /** By the host that a browser named. */
  policy: (host: string | undefined) => string
  /** Most specific first. */
  pages: OwnedPage[]
  appShell: RenderedPage
}

export function pagesBySpecificity(sections: Record<string, SectionRelease[]>, unavailable: Unavailable): OwnedPage[] {
  const shown = Object.entries(sections).flatMap(([section, [current]]) =>
    (current?.pages ?? []).map((page) => ({ section, version: current?.version, page })),
  )
  const missing = Object.entries(unavailable).flatMap(([section, { pages }]) =>
    pages.map((page) => ({ section, page: { ...page, files: [], needs: [] } })),
  )
  return [...shown, ...missing].sort((a, b) => comparePatterns(a.page.pattern, b.page.pattern))
}

export const ownerOf = (live: LiveComposition, path: string): OwnedPage | undefined =>
  firstMatch(live.pages, ({ page }) => page.pattern, path)

/** A build of a dev source is not a release, whatever version it claims. */
const versionOf = ({ manifest: { version }, origin, integrity }: StoredRelease) =>
  origin === undefined ? version : `${version} from ${origin} ${integrity}`

/** Includes unavailable sections: a process that opened the composition without them would not know their addresses. */
function idOf({ shell, sections, unavailable }: Chosen): string {
  const shown = Object.entries(sections).map(([part, [first]]) => [part, versionOf(first as StoredRelease)])
  const missing = Object.entries(unavailable).map(([part, each]) => [part, JSON.stringify(each)])
  return compositionId(Object.fromEntries([[SHELL, shell.manifest.version], ...shown, ...missing]))
}

/** A preview has an id of its own: it shares neither processes nor evidence with visitors. */
export const renderedId = (chosen: Chosen, isPreview: boolean) => (isPreview ? 'preview-' : '') + idOf(chosen)

let last = 0

/** Opens the chosen releases, renders the app shell, and starts a process for each section. */
export async function openComposition(
  { pool, settings }: Parts,
  chosen: Chosen,
  isPreview: boolean,
): Promise<LiveComposition> {
  const { shell, sections, unavailable } = chosen
  const release = shell.manifest as ShellRelease
  const manifests = mapValues(sections, (releases) => releases.map(({ manifest }) => manifest as SectionRelease))
  const composition = compositionFor(renderedId(chosen, isPreview), release, manifests, unavailable)
  const configuration = configurationOf(settings)
  const boot = insideOf('script', (await readFile(shell, release.boot)).toString('utf8'))
  const shown = Object.values(sections).map(([first]) => first as StoredRelease)
  const styles = Object.assign({}, ...(await Promise.all([shell, ...shown].map(stylesOf))))
  const scripts = [release, ...Object.values(manifests).flat()].map((each) => fileUrl(each, ''))
  if (settings.LIVE_RELOAD || isPreview) scripts.push('/releases/reload.js')
  // Each preview link has its own host, which the browser sends.
  const origin = isPreview ? undefined : settings.PUBLIC_URL
  const builds = mapValues(sections, ([first]) => serverBuild(first as StoredRelease))
  pool.openComposition({ composition, configuration, shell: serverBuild(shell), sections: builds }, { isPreview })
  const appShell = await pool.appShell(composition.id)
  if (!isPreview) void pool.warm(composition.id)
  last += 1
  return {
    id: idOf(chosen),
    number: last,
    composition,
    configuration,
    versions: { [SHELL]: release.version, ...mapValues(manifests, ([first]) => first?.version ?? '') },
    shell: release,
    sections: manifests,
    boot,
    styles,
    policy: contentSecurityPolicy({ bootScript: boot, scripts, origin }, settings),
    pages: pagesBySpecificity(manifests, unavailable),
    appShell,
  }
}

async function stylesOf(release: StoredRelease): Promise<Record<string, string>> {
  const { manifest } = release
  const files = Object.keys(manifest.files).filter((file) => file.endsWith('.css'))
  const textOf = async (file: string) => insideOf('style', (await readFile(release, file)).toString('utf8'))
  const texts = files.map(async (file) => [fileUrl(manifest, file), await textOf(file)])
  return Object.fromEntries(await Promise.all(texts))
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
