import { RELEASE_FILE, type ShellRelease } from './release'
import { releaseFileUrl, SHELL } from './release-files'

type Manifest = { dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }
type Packument = {
  'dist-tags': Record<string, string>
  versions: Record<string, Manifest & { dist: { tarball: string; integrity: string } }>
}
type Entry = { deployment: { default: boolean }; extras: { pages?: { pattern: string }[] } }
export type LiveSite = Awaited<ReturnType<typeof readLiveSite>>

/**
 * What a live site provides for sections, and the addresses that its sections have: with the shell that is live in the
 * environment, or another `version` of it. `site` has no slash at its end.
 */
export async function readLiveSite(site: string, environment = 'production', version?: string) {
  const [sdk, cli, build, discovery] = await Promise.all([
    read<Packument>(`${site}/releases/npm/@marram%2fsdk`),
    read<Packument>(`${site}/releases/npm/@marram%2fcli`),
    read<Packument>(`${site}/releases/npm/@marram%2fbuild`),
    read<{ microFrontends: Record<string, Entry[]> }>(`${site}/releases/environments/${environment}/discovery.json`),
  ])
  const shell = version ?? sdk['dist-tags'][environment]
  if (!shell || !sdk.versions[shell]) throw new Error(`the live shell of ${environment} has no packages`)
  const known = Object.assign(
    {},
    ...[cli, build, sdk].map(({ versions }) => ({
      ...versions[shell]?.peerDependencies,
      ...versions[shell]?.dependencies,
    })),
  ) as Record<string, string>
  return {
    /** The version of the live shell, which is that of all its packages. */
    shell,
    /** The archive of the SDK that goes with it. */
    sdk: sdk.versions[shell]?.dist,
    /** The version of a package that goes with it; undefined for those that it does not know. */
    versionOf: (name: string): string | undefined => (name.startsWith('@marram/') ? shell : known[name]),
    patterns: Object.entries(discovery.microFrontends).flatMap(([part, entries]) =>
      entries.flatMap(({ extras }) => (extras.pages ?? []).map(({ pattern }) => ({ part, pattern }))),
    ),
  }
}

/** What a shell of the site says of itself. */
export const readShell = (site: string, version: string): Promise<ShellRelease> =>
  read<ShellRelease>(site + releaseFileUrl(SHELL, version, RELEASE_FILE))

async function read<Body>(url: string): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`${url} has status ${response.status}`)
  return (await response.json()) as Body
}
