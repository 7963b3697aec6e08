import fs from 'node:fs'
import path from 'node:path'
import { root } from '../workspace'

/** Services end by themselves within ten seconds of the process that started them. */
const END_WITHIN_MS = 12_000

export type Pids = Record<string, number>

const file = (data: string) => path.join(data, 'services.json')

/** Kept for the next start, should this one be killed. */
export function writePids(data: string, pids: Pids): void {
  if (Object.keys(pids).length === 0) {
    fs.rmSync(file(data), { force: true })
    return
  }
  // In one step: who is killed while a service is started again must leave the others findable.
  const draft = `${file(data)}.draft`
  fs.writeFileSync(draft, JSON.stringify(pids))
  fs.renameSync(draft, file(data))
}

/**
 * The services of a start that was killed hold ports and databases for a moment longer: waits until they have ended.
 * One that hangs is killed, where it can be known to be ours.
 */
export async function earlierServicesEnded(data: string): Promise<void> {
  const pids = Object.values(readPids(data))
  const until = Date.now() + END_WITHIN_MS
  while (pids.some((pid) => isOurs(pid) !== false)) {
    if (Date.now() > until) {
      for (const pid of pids) if (isOurs(pid)) killGroup(pid)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  writePids(data, {})
}

function readPids(data: string): Pids {
  try {
    return JSON.parse(fs.readFileSync(file(data), 'utf8')) as Pids
  } catch {
    // There is none after an orderly end.
    return {}
  }
}

/** Its number may have gone to another program since. `undefined` where the system does not tell. */
function isOurs(pid: number): boolean | undefined {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (!fs.existsSync('/proc/self/cmdline')) return undefined
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(root)
  } catch {
    return false
  }
}

/** A service and what it has forked. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
