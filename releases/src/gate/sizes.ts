import { isForBrowsers, type ReleaseManifest } from '@marram/release-contract/release'
import { type Check, failed, passed, warned } from './check'

const KB = 1000
/** Growth that a manager should know of, and growth that somebody must want. */
const NOTED = { share: 0.1, bytes: 10 * KB }
const TOO_MUCH = { share: 0.5, bytes: 200 * KB }

/** Scripts and styles, as visitors run them, of everything that the release has. */
const downloadSize = (manifest: ReleaseManifest): number =>
  Object.entries(manifest.files)
    .filter(([path]) => isForBrowsers(manifest, path) && /\.(js|css)$/.test(path))
    .reduce((sum, [, { size }]) => sum + size, 0)

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
