import fs from 'node:fs'
import path from 'node:path'
import { buildPart } from '../release/build-part'
import { releasePart } from '../release/release-part'
import { type Site, startSite } from '../start/site'
import { stopSignal } from '../start/stopping'
import { siteVariables } from '../start/variables'
import { parts, root, UsageError } from '../workspace'
import { watchFolders } from './watch-folders'

/** `npm run dev [-- PART …]`: the site with development builds; an edit of a part is built, released here and shown at once. */
export async function dev(args: string[]): Promise<void> {
  const all = parts()
  const unknown = args.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  const settings = await siteVariables()
  process.stdout.write('Starting Marram for development\n')
  const data = path.join(settings.data, 'dev')
  const site = await startSite({ ...settings, data, development: true }, stopSignal())
  const watched = args.length > 0 ? args : all
  for (const part of watched) watchPart(part, site)
  process.stdout.write(
    `Watching ${watched.join(', ')}: open pages reload after each edit.\nRelease desk: ${site.console}/console\nMarram is ready: ${site.url}\n`,
  )
}

/** One build after the other: an edit of a shared package is one of every part. */
let work = Promise.resolve()

function watchPart(part: string, site: Site): void {
  const changed = () => {
    work = work.then(() => release(part, site))
  }
  const shared = ['api-contract', 'release-contract', 'sdk', 'html', 'ui'].map((name) => `shared/${name}/src`)
  watchFolders(
    [`${part}/src`, ...shared].map((folder) => path.join(root, folder)),
    changed,
  )
  fs.watch(path.join(root, part), (_event, file) => {
    if (file === 'package.json') changed()
  })
}

/** A mistake in the sources is reported, and the last good build stays on the site. */
async function release(part: string, { registry }: Site): Promise<void> {
  try {
    const result = await buildPart(part, { development: true })
    if (!result.built) return
    await releasePart(registry, result, 'npm run dev')
    process.stdout.write(`  ${part}: ${result.version} is shown (built in ${(result.ms / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    process.stderr.write(`  ${(error as Error).message}\n`)
  }
}
