import { type SectionRelease, SHELL, type ShellRelease } from '@marram/contracts/release'
import { compositionId } from '@marram/contracts/resolve'
import type { EdgeSettings } from './environment'
import { compositionFor, configurationOf, type LiveComposition, pagesBySpecificity } from './live-composition'
import { contentSecurityPolicy } from './policy'
import type { ReleaseStore, StoredRelease } from './release-store'
import type { RenderPool } from './render-pool'
import { type Chosen, serverBuild } from './usable-releases'

type Parts = {
  store: Pick<ReleaseStore, 'read'>
  pool: Pick<RenderPool, 'openComposition' | 'frame'>
  settings: Pick<EdgeSettings, 'API_HOST' | 'MEDIA_HOST' | 'PUBLIC_URL'>
}

/** Names the versions that are shown, not those that are fallen back to. */
export function idOf({ shell, sections }: Pick<Chosen, 'shell' | 'sections'>): string {
  const shown = Object.entries(sections).map(([part, [first]]) => [part, (first as StoredRelease).manifest.version])
  return compositionId(Object.fromEntries([[SHELL, shell.manifest.version], ...shown]))
}

/** Opens what was chosen in every render process and draws its frame. */
export async function openComposition(
  parts: Parts,
  { shell, sections, unavailable }: Chosen,
): Promise<LiveComposition> {
  const { store, pool, settings } = parts
  const release = shell.manifest as ShellRelease
  const manifests = mapValues(sections, (releases) => releases.map(({ manifest }) => manifest as SectionRelease))
  const id = idOf({ shell, sections })
  const composition = compositionFor(id, release, manifests, unavailable)
  const boot = (await store.read(shell, release.boot)).toString('utf8').replaceAll('</script', '<\\/script')
  await pool.openComposition({
    composition,
    apiUrl: settings.API_HOST,
    configuration: configurationOf(settings),
    shell: serverBuild(shell),
    sections: mapValues(sections, ([first]) => serverBuild(first as StoredRelease)),
  })
  const policy = contentSecurityPolicy({ bootScript: boot, mediaHost: settings.MEDIA_HOST, apiHost: '' })
  const pages = pagesBySpecificity(manifests, unavailable)
  return { id, composition, shell: release, sections: manifests, boot, policy, pages, frame: await pool.frame(id) }
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
