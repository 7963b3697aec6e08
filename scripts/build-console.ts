import fs from 'node:fs'
import path from 'node:path'
import { fingerprintOf, lockBuild, runBuild } from './build-part'
import { root } from './workspace'

const folder = path.join(root, 'releases/console')
const stamp = path.join(folder, 'dist/fingerprint')

/** What the console is made of: itself, the registry's answers, and the site's look. */
const sources = ['releases/console', 'releases/src', 'shared/contracts', 'shared/ui']

/** Builds the console unless it is built of these sources already; answers whether it did. */
export async function buildConsole(): Promise<boolean> {
  const wanted = fingerprintOf('production', sources)
  if (isBuilt(wanted)) return false
  const lock = await lockBuild(folder)
  try {
    // Another process may have built it meanwhile.
    if (isBuilt(wanted)) return false
    await runBuild(folder, { NODE_ENV: 'production' })
    fs.writeFileSync(stamp, wanted)
    return true
  } finally {
    lock.release()
  }
}

const isBuilt = (wanted: string) => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted
