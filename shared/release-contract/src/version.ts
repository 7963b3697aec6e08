/** `1.4.0`, or `1.4.0-dev.3` for something that is not a release. */
export const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/
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

/** Above 0 where `one` is higher, by numbers or as their release. 0 where only words differ, which may be digests. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => versionPattern.exec(version)?.slice(1, 4).map(Number) ?? []
  const others = numbers(other)
  const difference = numbers(one)
    .map((each, i) => each - (others[i] ?? 0))
    .find((each) => each !== 0)
  return difference ?? Number(other.includes('-')) - Number(one.includes('-'))
}
