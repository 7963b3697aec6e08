/** `1.4.0`, or `1.4.0-dev.3` for something that is not a release. */
export const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/
/** A host range is a caret range and nothing else: `^1.2.0`. */
export const hostRangePattern = /^\^(\d+)\.(\d+)\.(\d+)$/

/**
 * Whether a host contract of `version` serves a section that asks for `range`.
 * False for anything that is not a version or not a caret range.
 */
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

/**
 * Whether one version stands above another, whichever was made first. False for anything that is not a version. What is
 * no release stands below the release of its numbers; its words are compared one by one, as numbers where they are.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [versionPattern.exec(version), versionPattern.exec(than)]
  if (!one || !other) return false
  const difference = [1, 2, 3].map((i) => Number(one[i]) - Number(other[i])).find((each) => each !== 0)
  return (difference ?? compareWords(wordsOf(version), wordsOf(than))) > 0
}

const wordsOf = (version: string): string[] => /-(.*)$/.exec(version)?.[1]?.split('.') ?? []

function compareWords(one: string[], other: string[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length
  const i = one.findIndex((word, at) => word !== other[at])
  const [word, instead] = [one[i], other[i]]
  if (word === undefined || instead === undefined) return one.length - other.length
  const [number, otherNumber] = [Number(word), Number(instead)]
  if (!Number.isNaN(number) && !Number.isNaN(otherNumber)) return number - otherNumber
  if (Number.isNaN(number) !== Number.isNaN(otherNumber)) return Number.isNaN(number) ? 1 : -1
  return word < instead ? -1 : 1
}
