import type { CheckName } from '@marram/release-contract/calls/releases'
import { isForBrowsers, type ReleaseManifest } from '@marram/release-contract/release'

/** One thing that was looked at, in words. `warned` lets it go live. */
export type Check = {
  name: CheckName
  outcome: 'passed' | 'warned' | 'failed'
  message: string
  /** It failed for want of time: that may have been the machine's. */
  late?: true
}

export const passed = (name: CheckName, message: string): Check => ({ name, outcome: 'passed', message })
export const warned = (name: CheckName, message: string): Check => ({ name, outcome: 'warned', message })
export const failed = (name: CheckName, message: string): Check => ({ name, outcome: 'failed', message })

export const failedLate = (name: CheckName, message: string): Check => ({ ...failed(name, message), late: true })

export const hasFailed = (checks: Check[]): boolean => checks.some(({ outcome }) => outcome === 'failed')

const KB = 1000
/** Growth that a manager should know of, and growth that somebody must want. */
const NOTED = { share: 0.1, bytes: 10 * KB }
const TOO_MUCH = { share: 0.5, bytes: 200 * KB }

/** Sum of the sizes of these files of a release. */
export const bytesOf = ({ files }: ReleaseManifest, isWanted: (path: string) => boolean): number =>
  Object.entries(files).reduce((sum, [path, { size }]) => (isWanted(path) ? sum + size : sum), 0)

/** Scripts and styles, as visitors run them, of everything that the release has. */
const downloadSize = (manifest: ReleaseManifest): number =>
  bytesOf(manifest, (path) => isForBrowsers(manifest, path) && /\.(js|css)$/.test(path))

/** Compares a release with the one that it takes the place of; one that was live here before (`isKnown`) may come back. */
export function sizeCheck(release: ReleaseManifest, replaced: ReleaseManifest | undefined, isKnown = false): Check {
  const size = downloadSize(release)
  const now = `${release.name} ${release.version} has ${inKb(size)} of scripts and styles`
  if (!replaced || replaced.version === release.version) return passed('size', `${now}.`)
  const before = downloadSize(replaced)
  const more = size - before
  const words = `${now}, ${replaced.version} had ${inKb(before)}.`
  const grows = ({ share, bytes }: typeof NOTED) => more > bytes && more > before * share
  if (grows(TOO_MUCH) && !isKnown) return failed('size', words)
  return grows(NOTED) ? warned('size', words) : passed('size', words)
}

const inKb = (bytes: number) => `${Math.round(bytes / KB)} KB`
