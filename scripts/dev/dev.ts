import fs from 'node:fs'
import path from 'node:path'
import { Semaphore } from '@marram/server/semaphore'
import { buildPart } from '../release/build-part'
import { releasePart } from '../release/release-part'
import { type Site, startSite } from '../start/site'
import { stopSignal } from '../start/stopping'
import { siteSettings } from '../start/variables'
import { parts, root, UsageError } from '../workspace'
import { watchFolders } from './watch-folders'

/** `npm run dev [-- PART …]`: the site with development builds; an edit of a part is built, released here and shown at once. */
export async function dev(args: string[]): Promise<void> {
  const all = parts()
  const unknown = args.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  const settings = siteSettings()
  process.stdout.write('Starting Marram for development\n')
  const MARRAM_DATA = path.join(settings.MARRAM_DATA, 'dev')
  const site = await startSite({ ...settings, MARRAM_DATA }, stopSignal(), { development: true })
  const watched = args.length > 0 ? args : all
  for (const part of watched) watchPart(part, site)
  process.stdout.write(
    `Watching ${watched.join(', ')}: open pages reload after each edit.\nRelease desk: ${site.console}/console\nMarram is ready: ${site.url}\n`,
  )
}

/** One after the other: an edit of a shared package is one of every part. */
const builds = new Semaphore({ atOnce: 1 })

function watchPart(part: string, site: Site): void {
  const changed = () => void builds.run(() => release(part, site))
  const shared = ['api-contract', 'release-contract', 'sdk', 'calendar', 'html', 'ui'].map(
    (name) => `shared/${name}/src`,
  )
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
