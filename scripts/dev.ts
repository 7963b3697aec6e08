import fs from 'node:fs'
import path from 'node:path'
import { promote, publishFolder } from '@marram/releases/publish'
import { buildPart } from './build-part'
import { type Site, startSite } from './site'
import { siteVariables } from './start'
import { parts, root, UsageError } from './workspace'

/** Several files are often saved at once. */
const SETTLE_MS = 150

/** `npm run dev [-- PART …]`: the site with development builds; an edit of a part is built, released here and shown at once. */
export async function dev(args: string[]): Promise<void> {
  const all = parts()
  const unknown = args.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  const settings = siteVariables()
  const site = await startSite({ ...settings, data: path.join(settings.data, 'dev'), development: true })
  const watched = args.length > 0 ? args : all
  for (const part of watched) watchPart(part, site)
  const stop = () => void site.stop().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.stdout.write(
    `Watching ${watched.join(', ')}: open pages reload after each edit.\nMarram is ready: ${site.url}\n`,
  )
}

function watchPart(part: string, site: Site): void {
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(() => release(part, site))
    }, SETTLE_MS)
  }
  const shared = ['contracts', 'client', 'host', 'ui'].map((name) => path.join(root, 'shared', name, 'src'))
  for (const folder of [path.join(root, part, 'src'), ...shared]) fs.watch(folder, { recursive: true }, changed)
  fs.watch(path.join(root, part), (_event, file) => {
    if (file === 'section.json') changed()
  })
}

/** A mistake in the sources is told, and the last good build stays on the site. */
async function release(part: string, { registry }: Site): Promise<void> {
  try {
    const { version, folder, built, ms } = await buildPart(part, { development: true })
    if (!built) return
    await publishFolder({ ...registry, folder })
    await promote({ ...registry, environment: 'production', part, version, reason: 'npm run dev' })
    process.stdout.write(`  ${part}: ${version} is shown (built in ${(ms / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    process.stderr.write(`  ${part}: ${(error as Error).message}\n`)
  }
}
