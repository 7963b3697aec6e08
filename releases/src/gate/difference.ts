import { isForBrowsers, isForTeams, type ReleaseManifest } from '@marram/release-contract/release'

/** `null` if one of the two does not have it. */
export type Line<Value> = { name: string; before: Value | null; after: Value | null }

/** The differences between two releases of a part, by name. Sizes are total bytes. */
export const differenceOf = (before: ReleaseManifest, after: ReleaseManifest) => ({
  files: differing(filesOf(before), filesOf(after), ({ size, integrity }) => `${size} ${integrity}`).map(
    ({ name, before: from, after: to }) => ({ name, before: from?.size ?? null, after: to?.size ?? null }),
  ),
  sizes: [
    { name: 'For browsers', before: sizeOf(before, true), after: sizeOf(after, true) },
    { name: 'For servers', before: sizeOf(before, false), after: sizeOf(after, false) },
  ],
  patterns: differing(patternsOf(before), patternsOf(after), (pattern) => pattern),
  modules: differing(modulesOf(before), modulesOf(after), (version) => version),
})

export function differing<Value>(
  before: Record<string, Value>,
  after: Record<string, Value>,
  key: (value: Value) => string,
): Line<Value>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter(({ before: from, after: to }) => from === null || to === null || key(from) !== key(to))
}

/** As text. Numbers are bytes, which `shown` makes readable. */
export function changeOf({ before, after }: Line<number | string>, shown: (bytes: number) => string): string {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed'
  const more = after - before
  return more === 0 ? 'same size' : `${more > 0 ? '+' : '−'}${shown(Math.abs(more))}`
}

type File = ReleaseManifest['files'][string]

/** By names without the digests of the build, so that a changed script is one line, not two. */
function filesOf({ files }: ReleaseManifest): Record<string, File> {
  const found: Record<string, File> = {}
  for (const [path, file] of Object.entries(files)) {
    if (isForTeams(path)) continue
    const name = path.replace(/\.[0-9a-f]{8,}(?=\.)/, '')
    found[Object.hasOwn(found, name) ? path : name] = file
  }
  return found
}

/** Sum of the sizes of these files of a release. */
export const bytesOf = ({ files }: ReleaseManifest, isWanted: (path: string) => boolean): number =>
  Object.entries(files).reduce((sum, [path, { size }]) => (isWanted(path) ? sum + size : sum), 0)

const sizeOf = (manifest: ReleaseManifest, forBrowsers: boolean): number =>
  bytesOf(manifest, (path) => !isForTeams(path) && isForBrowsers(manifest, path) === forBrowsers)

/** Each address with its kind, and each link of the navigation. */
const patternsOf = (manifest: ReleaseManifest): Record<string, string> =>
  manifest.kind === 'shell'
    ? {}
    : Object.fromEntries([
        ...manifest.pages.map(({ pattern, ...page }) => [
          pattern,
          [page.private && 'private', page.requiresLogin && 'needs a login', page.noIndex && 'not for search engines']
            .filter(Boolean)
            .join(', ') || 'for everybody',
        ]),
        ...(manifest.navigation ?? []).map(({ slot, title, path }) => [`${title} in the navigation (${slot})`, path]),
      ])

/** For a shell the versions that it provides, for a section the ranges that it needs, and for both the host contract. */
const modulesOf = (manifest: ReleaseManifest): Record<string, string> => ({
  'host contract': manifest.host,
  ...(manifest.kind === 'shell'
    ? manifest.versions
    : { ...Object.fromEntries(manifest.requires.map((name) => [name, 'any'])), ...manifest.ranges }),
})
