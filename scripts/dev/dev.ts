import fs from 'node:fs'
import path from 'node:path'
import { startDevServer } from '@marram/build/dev-server'
import { Semaphore } from '@marram/server/semaphore'
import { buildPart } from '../release/build-part'
import { releasePart } from '../release/release-part'
import { type Site, startSite } from '../start/site'
import { stopSignal } from '../start/stopping'
import { siteSettings } from '../start/variables'
import { parts, root, UsageError } from '../workspace'
import { watchFolders } from './watch-folders'

/**
 * `npm run dev`: the site with development builds; an edit is built, released here and shown. With parts: the site as it
 * is released, and edits of these are exchanged in the open page, whose state stays.
 */
export async function dev(args: string[]): Promise<void> {
  const all = parts()
  const unknown = args.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  const settings = siteSettings()
  process.stdout.write('Starting Marram for development\n')
  // Builds for development and for production do not run together, so each kind has data of its own.
  const MARRAM_DATA = path.join(settings.MARRAM_DATA, args.length === 0 ? 'dev' : 'dev-parts')
  const site = await startSite({ ...settings, MARRAM_DATA }, stopSignal(), { development: args.length === 0 })
  process.stdout.write(`Release desk: ${site.console}/console\n`)
  if (args.length === 0) {
    for (const part of all) watchPart(part, site)
    process.stdout.write(`Watching all parts: open pages reload after each edit.\nMarram is ready: ${site.url}\n`)
    return
  }
  const folders = args.map((part) => path.join(root, part))
  const { url } = await startDevServer(folders, { site: site.url, port: settings.DEV_PORT, setting: 'DEV_PORT' })
  process.stdout.write(
    `Edits of ${args.join(', ')} are exchanged in pages of ${url}.\nMarram is ready: ${url}, and as it was at the start ${site.url}\n`,
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
    const lacks = await releasePart(registry, result, 'npm run dev')
    process.stdout.write(
      `  ${part}: ${result.version} ${lacks ? `needs ${lacks}` : 'is shown'} (built in ${(result.ms / 1000).toFixed(1)} s)\n`,
    )
  } catch (error) {
    process.stderr.write(`  ${(error as Error).message}\n`)
  }
}
