import fs from 'node:fs'
import path from 'node:path'
import { FolderInUse, lockFolder } from '@marram/files/folder-lock'
import { closeData, ForeignData } from '@marram/server/closed-data'
import { UsageError } from '../workspace'
import { earlierServicesEnded } from './earlier-services'

/** What an earlier start has done with this data, so that the next one does only what has changed. */
export type Done = { promoted: Record<string, string>; content?: string }

/** Takes the data folder and makes sure of the ports. Where either cannot be had, nothing was changed. */
export async function openData(data: string, tryPorts: () => Promise<void>): Promise<{ release(): void }> {
  const taken = await tryPorts().then(
    () => undefined,
    (error: Error) => error,
  )
  // A folder that is there may be that of a site which runs, or of one that was killed and holds a port for a moment.
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
    if (error instanceof FolderInUse)
      throw new UsageError(`${error.message}. Stop that one, or choose another folder: MARRAM_DATA=FOLDER npm start`)
    throw error
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

const doneFile = (data: string) => path.join(data, 'start.json')

export function readDone(data: string): Done {
  try {
    return JSON.parse(fs.readFileSync(doneFile(data), 'utf8')) as Done
  } catch {
    // Never started, or cut short by a crash of the machine: everything is looked at again.
    return { promoted: {} }
  }
}

export function writeDone(data: string, done: Done): void {
  const draft = `${doneFile(data)}.draft`
  fs.writeFileSync(draft, JSON.stringify(done, null, 2))
  fs.renameSync(draft, doneFile(data))
}
