import fs from 'node:fs'
import path from 'node:path'
import { runBuild } from '@marram/build/build-part'
import { fingerprintOf } from '@marram/build/fingerprint'
import { waitForFolder } from '@marram/files/folder-lock'
import { root } from '../workspace'

const folder = path.join(root, 'releases/console')
const stamp = path.join(folder, 'dist/fingerprint')

/** What the console is made of: itself, the registry's answers, and the site's look. */
const sources = ['releases/console', 'releases/src', 'shared/release-contract', 'shared/ui']
const folders = Object.fromEntries(sources.map((each) => [each, path.join(root, each)]))

/** Builds the console unless it is built of these sources already; answers whether it did. */
export async function buildConsole(): Promise<boolean> {
  const wanted = fingerprintOf('production', root, folders)
  if (isBuilt(wanted)) return false
  const lock = await waitForFolder(path.join(folder, '.cache'))
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
