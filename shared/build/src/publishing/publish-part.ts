import fs from 'node:fs'
import path from 'node:path'
import { type RegistryAccess, RegistryError, registryClient } from '@marram/release-contract/registry-client'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { versionPattern } from '@marram/release-contract/version'
import { partNameOf } from '../bundling/part'
import { checkoutOf } from '../bundling/sources'
import { buildPart, sourceVersion } from './build-part'
import { type Published, publishedOf, publishFolder } from './publish-folder'
import type { SigningKey } from './signing-keys'
import { UsageError } from './usage-error'
import { progressLine, type Terminal } from './words'

type PublishPart = RegistryAccess & {
  /** A part's own folder, or a built one: that of a release.json. */
  folder: string
  /** Default: MARRAM_VERSION, else the version of the sources. */
  version?: string | undefined
  /** Uploads the existing build unchanged. */
  isBuilt?: boolean | undefined
  /** What it is signed with. */
  keys?: readonly SigningKey[] | undefined
  /** Makes the first key, where one is needed. */
  makeKey?: ((part: string) => SigningKey) | undefined
  /** Receives progress messages. */
  terminal?: Terminal | undefined
}

/** Builds a part in its own folder and publishes it. Needs nothing but that folder and its installed packages. */
export async function publishPart(given: PublishPart): Promise<Published> {
  const { folder, version: asked, isBuilt, terminal, keys, makeKey, ...access } = given
  const onProgress = terminal && progressLine(terminal)
  if (isBuilt || fs.existsSync(path.join(folder, RELEASE_FILE))) {
    if (asked !== undefined) throw new UsageError('What is built has its version: --version goes with a build.')
    return publishFolder({ ...access, folder, keys, makeKey, onProgress })
  }
  const version = asked ?? (process.env.MARRAM_VERSION || undefined)
  if (version !== undefined && !versionPattern.test(version))
    throw new UsageError(`${version} is not a version such as 1.4.0.`)
  const part = partNameOf(folder)
  const wanted = version ?? sourceVersion(folder)
  const checkout = checkoutOf(folder)
  const committed = checkout?.committedAt !== undefined
  // Two builds of the same sources may have different revisions. The first one counts, unless it names no commit.
  const known = version === undefined ? await publishedOf(access, part, wanted, { committed }) : undefined
  if (known !== undefined) {
    // Refused for a token that may not publish the part, so that its pipeline fails now and not only at the next change.
    await registryClient(access).completeUpload({ part, version: known })
    return { part, version: known, files: 0, bytes: 0, changed: false, sameSources: true }
  }
  if (!committed)
    terminal?.write(
      checkout
        ? 'There are changes that no commit has yet. They become part of this release.\n'
        : 'There is no Git repository here, so this release names no commit.\n',
    )
  terminal?.write(`Building ${part} …\n`)
  const { built, ms, folder: dist } = await buildPart(folder, { version })
  terminal?.write(
    built ? `Built in ${(ms / 1000).toFixed(1)} s.\n` : 'Its build is there already, of the same sources.\n',
  )
  const publishing = publishFolder({ ...access, folder: dist, keys, makeKey, onProgress })
  return version === undefined ? publishing.catch(sayHowToName) : publishing
}

/** The version depends on the sources, and a deleted release of the same sources reserves it for its own bytes. */
function sayHowToName(error: unknown): never {
  if (!(error instanceof RegistryError) || error.code !== 'conflict') throw error
  const words = `${error.message} Where these same sources were published before and deleted since, name this build yourself: --version VERSION.`
  throw new RegistryError(words, error.code, error.body)
}
