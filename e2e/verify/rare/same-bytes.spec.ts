import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { expect, test } from '@playwright/test'
import { copyWorkspace } from '../../fixtures/site/copy-workspace'
import { run, temporaryFolder } from '../../fixtures/site/site'

const PARTS = ['shell', 'mfe-events']
const reversed = pathToFileURL(path.join(import.meta.dirname, '../../fixtures/site/reversed-folders.mjs')).href

/** Builds the parts in a copy of the workspace; their descriptions list every file with its digest. */
async function builtIn(folder: string, env: Record<string, string>): Promise<ReleaseManifest[]> {
  copyWorkspace(folder)
  const builds = PARTS.map((part) => ['run', '-s', 'build', '--prefix', part])
  // The first command of a checkout installs it.
  for (const args of [['run', '-s', 'release', '--', 'completion'], ...builds]) {
    const { code, stdout, stderr } = await run('npm', args, { cwd: folder, env })
    expect(code, `npm ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  }
  return PARTS.map((part) => JSON.parse(fs.readFileSync(path.join(folder, part, 'dist/release.json'), 'utf8')))
}

test('two checkouts give equal bytes of a part, whatever their paths, time zones and orders of files', async () => {
  test.setTimeout(400_000)
  const MARRAM_VERSION = '9.9.9'
  const first = await builtIn(path.join(temporaryFolder('first'), 'a'), { MARRAM_VERSION, TZ: 'Pacific/Auckland' })
  const second = await builtIn(path.join(temporaryFolder('second'), 'another & longer path/of a checkout'), {
    MARRAM_VERSION,
    TZ: 'America/St_Johns',
    LC_ALL: 'C',
    NODE_OPTIONS: `--import=${reversed}`,
  })
  for (const [i, { name, files, ...described }] of first.entries()) {
    const other = second[i] as ReleaseManifest
    const changed = Object.keys(files).filter((file) => other.files[file]?.integrity !== files[file]?.integrity)
    expect(changed, name).toEqual([])
    expect(other).toEqual({ name, files, ...described })
  }
})
