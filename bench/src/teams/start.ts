import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../root'
import type { Row } from '../row'
import { startSite } from '../site'
import { timedRow } from '../timed-row'

const TABLE = 'Teams and release managers'
const SECOND_STARTS = 5
const CLONED_WITHIN_MS = 120_000

/** `npm start` in a new copy of the sources, as the commit has them, with packages that this machine has; then repeatedly. */
export async function starts(say: (words: string) => void): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-fresh-'))
  try {
    const { status, error, stderr } = spawnSync('git', ['clone', '--quiet', root, `${folder}/marram`], {
      encoding: 'utf8',
      timeout: CLONED_WITHIN_MS,
    })
    if (status !== 0) throw new Error(`git: ${error?.message ?? stderr}`)
    const data = path.join(folder, 'data')
    const timed = async () => {
      const from = performance.now()
      const site = await startSite({ data, folder: path.join(folder, 'marram') })
      const took = performance.now() - from
      await site.stop()
      return took
    }
    say('npm start in a fresh copy …')
    const first = await timed()
    const second: number[] = []
    for (let run = 0; run < SECOND_STARTS; run++) second.push(await timed())
    return [
      timedRow(TABLE, '`npm start` on a fresh copy, without downloads, one run', [first], 120_000),
      timedRow(TABLE, '`npm start`, second time', second, 10_000),
    ]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
