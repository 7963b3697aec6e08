import fs from 'node:fs'
import path from 'node:path'
import { type Built, buildPart as buildFolder, buildOnce, runBuild } from '@marram/build/build-part'
import { fingerprintOf } from '@marram/build/fingerprint'
import { root } from '../workspace'

/** Builds a part of the workspace unless it was built of the same sources already. Of two builds at once one waits. */
export const buildPart = (part: string, { development = false } = {}): Promise<Built> =>
  buildFolder(path.join(root, part), { development })

/** The console itself, the registry's responses, and the site's look. */
const consoleSources = ['releases/console', 'releases/src', 'shared/release-contract', 'shared/ui']

/** Builds the console unless it is built of these sources already; returns whether it did. */
export function buildConsole(): Promise<boolean> {
  const folder = path.join(root, 'releases/console')
  const stamp = path.join(folder, 'dist/fingerprint')
  const folders = Object.fromEntries(consoleSources.map((each) => [each, path.join(root, each)]))
  const wanted = fingerprintOf('production', root, folders)
  return buildOnce(folder, {
    isBuilt: () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted,
    build: async () => {
      await runBuild(folder, { NODE_ENV: 'production' })
      fs.writeFileSync(stamp, wanted)
    },
  })
}
