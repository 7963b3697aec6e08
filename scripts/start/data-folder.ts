import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderInUse, lockFolder } from '@marram/files/folder-lock'
import { closeData, ForeignData } from '@marram/server/closed-data'
import { root, UsageError } from '../workspace'
import { writeInOneStep } from './build-program.mjs'

/** Takes the data folder and makes sure of the ports. Where either cannot be had, nothing was changed. */
export async function openData(data: string, tryPorts: () => Promise<void>): Promise<{ release(): void }> {
  const taken = await tryPorts().catch((error: Error) => error)
  // An existing folder may belong to a running site, or to a killed one that still holds a port for a moment.
  if (taken && !fs.existsSync(data)) throw taken
  closeWritable(data)
  const lock = lockData(data)
  await earlierServicesEnded(data)
  if (taken) await tryPorts()
  return lock
}

function lockData(data: string): { release(): void } {
  try {
    return lockFolder(data)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new UsageError(`${error.message}. Stop that one, or choose another folder: MARRAM_DATA=FOLDER npm start`)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  EROFS: 'the disk is read-only',
  ENOENT: 'no folder can be made there',
}

function closeWritable(data: string): void {
  const trial = path.join(data, '.writable')
  try {
    closeData(data)
    fs.writeFileSync(trial, 'x')
    fs.rmSync(trial)
  } catch (error) {
    if (error instanceof ForeignData) throw new UsageError(error.message)
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'it may not be written by this user'
    throw new UsageError(
      `The data folder ${data} cannot be used: ${reason}. Choose another: MARRAM_DATA=FOLDER npm start`,
    )
  }
}

/** Results of earlier starts with this data, so that the next one only handles changes. */
export type Done = { promoted: Record<string, string>; content?: string }

const doneFile = (data: string) => path.join(data, 'start.json')
const pidsFile = (data: string) => path.join(data, 'services.json')

/** Where this data was never started, or a crash of the machine cut it short, everything is looked at again. */
export const readDone = (data: string): Done => readJson<Done>(doneFile(data)) ?? { promoted: {} }
export const writeDone = (data: string, done: Done): void => writeJson(doneFile(data), done)

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

const writeJson = (file: string, content: object) => writeInOneStep(file, JSON.stringify(content, null, 2))

/** How an edge of this site is set up, for the one of `npm run release -- rehearse`. */
export const writeSite = (data: string, site: Record<string, string>): void =>
  writeJson(path.join(data, 'site.json'), site)

/** Services end by themselves within ten seconds of the process that started them. */
const END_WITHIN_MS = 12_000

/** Process ids by service, for the next start, should this one be killed. */
export function writePids(data: string, pids: Record<string, number>): void {
  if (Object.keys(pids).length > 0) writeJson(pidsFile(data), pids)
  else fs.rmSync(pidsFile(data), { force: true })
}

/**
 * The services of a start that was killed hold ports and databases for a moment longer: waits until they have ended.
 * One that hangs is killed, where it can be known to be ours.
 */
async function earlierServicesEnded(data: string): Promise<void> {
  const pids = Object.values(readJson<Record<string, number>>(pidsFile(data)) ?? {})
  const until = Date.now() + END_WITHIN_MS
  while (pids.some((pid) => isOurs(pid) !== false)) {
    if (Date.now() > until) {
      for (const pid of pids) if (isOurs(pid)) killGroup(pid)
      break
    }
    await wait(50)
  }
  writePids(data, {})
}

/** Another program may have its number by now. `undefined` if the system does not show it. */
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

/** Kills a service and what it has forked. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
