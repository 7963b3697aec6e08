import fs from 'node:fs'
import path from 'node:path'
import { type RegistryAccess, RegistryError } from '@marram/release-contract/registry-client'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { versionPattern } from '@marram/release-contract/version'
import { partNameOf } from '../bundling/part'
import { type BuildOptions, buildPart, sourceVersion } from './build-part'
import { type Published, publishedVersions, publishFolder, type UploadProgress } from './publish-folder'
import { UsageError } from './usage-error'

type PublishPart = RegistryAccess & {
  /** A part's own folder, or a built one: that of a release.json. */
  folder: string
  /** Else MARRAM_VERSION, else what the sources are called. */
  version?: string | undefined
  /** What was built before is uploaded as it is. */
  isBuilt?: boolean | undefined
  lock?: BuildOptions['lock']
  /** What goes on, in words. */
  report?: ((words: string) => void) | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}

/** Builds a part in its own folder and publishes it. Needs nothing but that folder and its installed packages. */
export async function publishPart(given: PublishPart): Promise<Published> {
  const { folder, version: asked, isBuilt, lock, report = () => {}, onProgress, ...access } = given
  if (isBuilt || fs.existsSync(path.join(folder, RELEASE_FILE))) {
    if (asked !== undefined) throw new UsageError('What is built has its version: --version goes with a build.')
    return publishFolder({ ...access, folder, onProgress })
  }
  const version = asked ?? (process.env.MARRAM_VERSION || undefined)
  if (version !== undefined && !versionPattern.test(version))
    throw new UsageError(`${version} is not a version such as 1.4.0.`)
  const part = partNameOf(folder)
  const wanted = version ?? sourceVersion(folder)
  // Two builds of the same sources may differ in the revision that they name. The first one counts.
  if (version === undefined && (await publishedVersions(access, part)).includes(wanted))
    return { part, version: wanted, files: 0, bytes: 0, changed: false, sameSources: true }
  report(`Building ${part} ${wanted} …`)
  const built = await buildPart(folder, { version, lock })
  report(built.built ? `Built in ${(built.ms / 1000).toFixed(1)} s.` : 'Built already, of the same sources.')
  const publishing = publishFolder({ ...access, folder: built.folder, onProgress })
  return version === undefined ? publishing.catch(sayHowToName) : publishing
}

/** Their name is of the sources, and a deleted release of the same ones keeps it for its own bytes. */
function sayHowToName(error: unknown): never {
  if (!(error instanceof RegistryError) || error.code !== 'conflict') throw error
  const words = `${error.message} Where these same sources were published before and deleted since, name this build yourself: --version VERSION.`
  throw new RegistryError(words, error.code, error.body)
}
