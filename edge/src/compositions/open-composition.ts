import { compositionFor } from '@marram/release-contract/composition'
import { type SectionRelease, SHELL, type ShellRelease } from '@marram/release-contract/release'
import { compositionId } from '@marram/release-contract/resolve'
import type { ReleaseStore } from '../releases/release-store'
import type { StoredRelease } from '../releases/stored-release'
import type { RenderPool } from '../rendering/render-pool'
import { type EdgeSettings, isSecure } from '../settings'
import { contentSecurityPolicy } from './content-security-policy'
import { configurationOf, fileUrl, type LiveComposition, pagesBySpecificity } from './live-composition'
import { type Chosen, serverBuild } from './usable-releases'

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
  const builds = {
    composition,
    apiUrl: settings.API_HOST,
    configuration: configurationOf(settings),
    shell: serverBuild(shell),
    sections: mapValues(sections, ([first]) => serverBuild(first as StoredRelease)),
  }
  pool.openComposition(name, builds, { isPreview })
  const policy = contentSecurityPolicy({
    bootScript: boot,
    mediaHost: settings.MEDIA_HOST,
    apiHost: '',
    secure: isSecure(settings.PUBLIC_URL),
  })
  const pages = pagesBySpecificity(manifests, unavailable)
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
    policy,
    pages,
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
