import type { Check } from '@marram/release-contract/calls/releases'
import { isForBrowsers, type ReleaseManifest } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { getRelease, type KnownReleases, releaseKey, type Version } from '../live/live'
import type { State } from '../live/states'
import { bytesOf } from './difference'

type Name = Check['name']

export const passed = (name: Name, message: string): Check => ({ name, outcome: 'passed', message })
export const warned = (name: Name, message: string): Check => ({ name, outcome: 'warned', message })
export const failed = (name: Name, message: string): Check => ({ name, outcome: 'failed', message })
export const failedLate = (name: Name, message: string): Check => ({ ...failed(name, message), late: true })

export const hasFailed = (checks: Check[]): boolean => checks.some(({ outcome }) => outcome === 'failed')

const KB = 1000
/** Growth that is warned of, and growth that must be overridden. */
const NOTED = { share: 0.1, bytes: 10 * KB }
const TOO_MUCH = { share: 0.5, bytes: 200 * KB }

/** All scripts and styles of the release for browsers. */
const downloadSize = (manifest: ReleaseManifest): number =>
  bytesOf(manifest, (path) => isForBrowsers(manifest, path) && /\.(js|css)$/.test(path))

/** Compares a release with the one that it replaces (`before`); one that was live there earlier may come back. */
export function sizeCheck(releases: KnownReleases, { part, version }: Version, before?: State): Check {
  const size = downloadSize(getRelease(releases, { part, version }).manifest)
  const now = `${part} ${version} has ${inKb(size)} of scripts and styles`
  const replaced = before && releases.get(releaseKey({ part, version: before.stable }))?.manifest
  if (!replaced || replaced.version === version) return passed('size', `${now}.`)
  const isKnown = before.history.some((step) => step.version === version)
  const sizeBefore = downloadSize(replaced)
  const more = size - sizeBefore
  const words = `${now}, ${replaced.version} had ${inKb(sizeBefore)}.`
  const grows = ({ share, bytes }: typeof NOTED) => more > bytes && more > sizeBefore * share
  if (grows(TOO_MUCH) && !isKnown) return failed('size', words)
  return grows(NOTED) ? warned('size', words) : passed('size', words)
}

/** Links of a part, or with a shell of every section, in the navigation of the shells that visitors may have beside it. */
export function navigationCheck(part: string, live: ReleaseManifest[]): Check {
  const isShown = ({ name }: ReleaseManifest) => name === part || part === SHELL
  const entries = live.flatMap((each) => (isShown(each) && each.kind === 'section' && each.navigation) || [])
  const words = entries.map(({ slot, title, path }) => `“${title}” (${path}) in ${slot}`).join(', ')
  const lacks = live.find((each) => each.kind === 'shell' && entries.some(({ slot }) => !each.slots?.[slot]))
  if (lacks) return warned('navigation', `${words}: shell ${lacks.version} has no such place, and leaves that out.`)
  return passed('navigation', words ? `The navigation shows ${words}.` : 'It has no entry in the navigation.')
}

const inKb = (bytes: number) => `${Math.round(bytes / KB)} KB`
