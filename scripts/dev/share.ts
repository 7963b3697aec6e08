import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import type { Built } from '@marram/build/build-part'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { Semaphore } from '@marram/server/semaphore'
import { buildPart } from '../release/build-part'
import { tryPort } from '../start/ports'
import { parts, root, UsageError } from '../workspace'
import { watchFolders } from './watch-folders'

const STANDARD_PORT = 4001

/**
 * `npm run share -- PART`: builds a section, serves it to edges that take previews from this machine, and builds it
 * again after each edit. `PORT` and `BIND` choose where.
 */
export async function share([part = '', ...more]: string[]): Promise<void> {
  if (more.length > 0 || !parts().includes(part)) throw new UsageError(`Name one part: ${parts().join(', ')}.`)
  const bind = process.env.BIND || '127.0.0.1'
  const port = await tryPort(Number(process.env.PORT || STANDARD_PORT), bind, 'PORT')
  let served = new Map<string, Buffer>()
  const builds = new Semaphore({ atOnce: 1 })
  const show = () =>
    builds.run(async () => {
      const built = await buildPart(part)
      served = filesByAddress(built)
      return built
    })
  // From the beginning: an edit during the first build is one as well.
  watchFolders([path.join(root, part, 'src')], async () => {
    try {
      const { built, version } = await show()
      if (built) process.stdout.write(`${part}: ${version} is shown\n`)
    } catch (error) {
      // A mistake in the sources: what was built before stays.
      process.stderr.write(`${(error as Error).message}\n`)
    }
  })
  const { version } = await show()
  http
    .createServer(({ url = '/' }, response) => {
      const bytes = served.get(url)
      response.writeHead(bytes ? 200 : 404, { 'cache-control': 'no-store' }).end(bytes)
    })
    .listen(port, bind)
  const url = `http://${bind}:${port}`
  process.stdout.write(`${part} ${version} is at ${url}. A link to it, where ${url} is among PREVIEW_HOSTS:\n`)
  process.stdout.write(`npm run release -- preview ${part} --source ${url} --valid 8h\n`)
}

/** By address: the description of the build, and its files where a registry has them. In memory, while the next one is built. */
function filesByAddress({ folder }: Built): Map<string, Buffer> {
  const description = fs.readFileSync(path.join(folder, RELEASE_FILE))
  const { name, version, files } = JSON.parse(description.toString('utf8')) as ReleaseManifest
  const all = [RELEASE_FILE, ...Object.keys(files)].map((file): [string, Buffer] => [
    releaseFileUrl(name, version, file),
    fs.readFileSync(path.join(folder, file)),
  ])
  return new Map([[`/${RELEASE_FILE}`, description], ...all])
}
