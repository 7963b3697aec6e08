import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSite, temporaryFolder } from './site'

type Command = 'start' | 'dev'
const LOOK_MS = 100

/** Of one run: each of its workers has this process for a parent. */
const folderOf = (command: Command, run: number) => path.join(os.tmpdir(), `marram-prepared-${command}-${run}`)

/**
 * A copy of the data of a site that has started once: a first start takes three times the work of a second one.
 * The first worker that asks makes it, the others wait for it.
 */
export async function preparedData(command: Command): Promise<string> {
  const folder = folderOf(command, process.ppid)
  const ready = `${folder}.ready`
  while (!fs.existsSync(ready)) {
    if (isOurs(folder)) await prepare(command, folder, ready)
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const copy = temporaryFolder('site')
  fs.cpSync(folder, copy, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return copy
}

/** To be called once, by the process that all workers belong to. */
export function removePreparedData(): void {
  for (const command of ['start', 'dev'] as const)
    for (const end of ['', '.ready'])
      fs.rmSync(`${folderOf(command, process.pid)}${end}`, { recursive: true, force: true })
}

function isOurs(folder: string): boolean {
  try {
    fs.mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function prepare(command: Command, folder: string, ready: string): Promise<void> {
  try {
    const site = await startSite({ command, data: folder })
    await site.stop()
    fs.writeFileSync(ready, '')
  } catch (error) {
    // Whoever waits tries it again, and tells what is wrong.
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
