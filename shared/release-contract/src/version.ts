/** SemVer 2.0.0, without build metadata, which does not affect the order. */
export const versionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?$/
/** A host range is a caret range and nothing else: `^1.2.0`. */
export const hostRangePattern = /^\^(\d+)\.(\d+)\.(\d+)$/

/** Whether `version` is in `range`. False for anything that is not a version or not a caret range. */
export function satisfies(version: string, range: string): boolean {
  const has = versionPattern.exec(version)
  const wants = hostRangePattern.exec(range)
  if (!has || !wants) return false
  const [major, minor, patch] = [1, 2, 3].map((i) => Number(has[i])) as [number, number, number]
  const [wantMajor, wantMinor, wantPatch] = [1, 2, 3].map((i) => Number(wants[i])) as [number, number, number]
  if (major !== wantMajor) return false
  if (major === 0 && minor !== wantMinor) return false
  return minor > wantMinor || (minor === wantMinor && patch >= wantPatch)
}

/** Above 0 where `one` is higher, by the precedence of SemVer. */
export function compareVersions(one: string, other: string): number {
  const [[numbers, words], [otherNumbers, otherWords]] = [cut(one), cut(other)]
  const byNumbers = compareIdentifiers(numbers, otherNumbers)
  if (byNumbers !== 0) return byNumbers
  // A release is above all its prereleases.
  if (!words || !otherWords) return Number(!words) - Number(!otherWords)
  return compareIdentifiers(words, otherWords)
}

const cut = (version: string): [numbers: string[], words?: string[]] => {
  const [, numbers = '', words] = /^([^-]*)(?:-(.*))?$/.exec(version) ?? []
  return words === undefined ? [numbers.split('.')] : [numbers.split('.'), words.split('.')]
}

function compareIdentifiers(ones: string[], others: string[]): number {
  for (const [i, one] of ones.entries()) {
    const other = others[i]
    if (other === undefined) return 1
    const isNumber = /^\d+$/.test(one)
    // Numeric identifiers are below others.
    if (isNumber !== /^\d+$/.test(other)) return isNumber ? -1 : 1
    const [a, b] = isNumber ? [BigInt(one), BigInt(other)] : [one, other]
    if (a !== b) return a > b ? 1 : -1
  }
  return ones.length - others.length
}

/** The version of a build without a given one: later ones are above earlier ones, and the end is the same for the same sources. */
export function sourceVersionOf(version: string, at: Date, fingerprint: string): string {
  const stamp = at.toISOString().replace(/\.\d+|\D/g, '')
  // The letters keep both from being numbers, which are below the plain fingerprints of earlier builds, or begin with 0.
  return `${version}${version.includes('-') ? '.' : '-'}t${stamp}.g${fingerprint}`
}

/** The fingerprint of the sources in such a version; undefined for every other one. */
export const sourcesOf = (version: string | undefined): string | undefined =>
  /[-.]t\d{14}\.g([0-9a-f]+)$/.exec(version ?? '')?.[1]
