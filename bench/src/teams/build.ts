import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../root'
import type { Row } from '../row'
import { timedRow } from '../timed-row'

const RUNS = 5
const SECTION = 'mfe-events'
const BUILT_WITHIN_MS = 120_000

/** Browser, server and digests of the largest section, without caches of an earlier build. */
export function buildOfASection(): Row {
  const measured: number[] = []
  for (let run = 0; run < RUNS; run++) {
    for (const folder of ['dist', '.cache', 'node_modules/.cache'])
      fs.rmSync(path.join(root, SECTION, folder), { recursive: true, force: true })
    const from = performance.now()
    buildSection()
    measured.push(performance.now() - from)
  }
  return timedRow('Teams and release managers', `build of ${SECTION}, cold`, measured, 5000)
}

/** Into its `dist`. */
export function buildSection(version?: string): string {
  const env = { ...process.env, ...(version && { MARRAM_VERSION: version }) }
  const { status, error, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: path.join(root, SECTION),
    env,
    encoding: 'utf8',
    timeout: BUILT_WITHIN_MS,
  })
  if (status !== 0) throw new Error(`${SECTION} could not be built: ${error?.message ?? ''}\n${stdout}${stderr}`)
  return path.join(root, SECTION, 'dist')
}
