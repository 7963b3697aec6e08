type Packument = {
  'dist-tags': Record<string, string>
  versions: Record<string, { dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }>
}
type Entry = { deployment: { default: boolean }; extras: { pages?: { pattern: string }[] } }

/** What a live site provides for sections, and the addresses that its sections have. */
export async function readSite(site: string) {
  const [sdk, cli, discovery] = await Promise.all([
    read<Packument>(`${site}/releases/npm/@marram%2fsdk`),
    read<Packument>(`${site}/releases/npm/@marram%2fcli`),
    read<{ microFrontends: Record<string, Entry[]> }>(`${site}/releases/environments/production/discovery.json`),
  ])
  const shell = sdk['dist-tags'].latest as string
  const tools = cli.versions[shell]
  const known = { ...tools?.peerDependencies, ...tools?.dependencies, ...sdk.versions[shell]?.dependencies }
  return {
    /** The version of the live shell, which is that of all its packages. */
    shell,
    versionOf(name: string): string {
      if (name.startsWith('@marram/')) return shell
      const version = known[name]
      if (!version) throw new Error(`the live shell does not say which version of ${name} goes with it`)
      return version
    },
    patterns: Object.entries(discovery.microFrontends).flatMap(([part, entries]) =>
      entries.flatMap(({ extras }) => (extras.pages ?? []).map(({ pattern }) => ({ part, pattern }))),
    ),
  }
}

async function read<Body>(url: string): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`${new URL(url).pathname} has status ${response.status}`)
  return (await response.json()) as Body
}
