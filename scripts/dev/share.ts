import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { RELEASE_FILE, type ReleaseManifest, releaseFileUrl } from '@marram/release-contract/release'
import { type Built, buildPart } from '../release/build-part'
import { tryPort } from '../start/ports'
import { parts, root, UsageError } from '../workspace'
import { watchFolder } from './watch-folder'

/** Several files are often saved at once. */
const SETTLE_MS = 150
const STANDARD_PORT = 4001

/**
 * `npm run share -- PART`: builds a section, serves it to edges that take previews from this machine, and builds it
 * anew after each edit. `PORT` and `BIND` say where.
 */
export async function share([part = '', ...more]: string[]): Promise<void> {
  if (more.length > 0 || !parts().includes(part)) throw new UsageError(`Say which part: ${parts().join(', ')}.`)
  const bind = process.env.BIND || '127.0.0.1'
  const port = await tryPort(Number(process.env.PORT || STANDARD_PORT), bind, 'PORT')
  let served = new Map<string, Buffer>()
  let timer: NodeJS.Timeout | undefined
  const show = async () => {
    const built = await buildPart(part)
    served = addressesOf(built)
    return built
  }
  let work: Promise<unknown> = Promise.resolve()
  const showAgain = async () => {
    try {
      const built = await show()
      if (built.built) process.stdout.write(`${part}: ${built.version} is shown\n`)
    } catch (error) {
      // A mistake in the sources: what was built before stays.
      process.stderr.write(`${(error as Error).message}\n`)
    }
  }
  // From the beginning: an edit during the first build is one as well.
  watchFolder(path.join(root, part, 'src'), () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(showAgain)
    }, SETTLE_MS)
  })
  const first = show()
  work = first.catch(() => 'told below, where it is awaited')
  const { version } = await first
  http.createServer(({ url = '/' }, response) => answer(served.get(url), response)).listen(port, bind)
  const url = `http://${bind}:${port}`
  process.stdout.write(`${part} ${version} is at ${url}. A link to it, where ${url} is among PREVIEW_HOSTS:\n`)
  process.stdout.write(`npm run release -- preview ${part} --source ${url} --valid 8h\n`)
}

/** By address: the description of the build, and its files where a registry has them. Kept while the next one is built. */
function addressesOf({ folder }: Built): Map<string, Buffer> {
  const description = fs.readFileSync(path.join(folder, RELEASE_FILE))
  const { name, version, files } = JSON.parse(description.toString('utf8')) as ReleaseManifest
  const all = [RELEASE_FILE, ...Object.keys(files)].map((file): [string, Buffer] => [
    releaseFileUrl(name, version, file),
    fs.readFileSync(path.join(folder, file)),
  ])
  return new Map([[`/${RELEASE_FILE}`, description], ...all])
}

function answer(bytes: Buffer | undefined, response: http.ServerResponse): void {
  if (bytes) response.writeHead(200, { 'cache-control': 'no-store' }).end(bytes)
  else response.writeHead(404).end()
}
