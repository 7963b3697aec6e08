import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from 'fs-native-extensions'

const LOOK_MS = 100

/** Two processes on one embedded database silently lose each other's rows, so the second one must not start. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  constructor(folder: string, pid: string) {
    super(`${folder} is already used by another Marram process (pid ${pid})`)
  }
}

/** Locks the folder for this process until `release` is called or the process ends, however it ends. */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true })
  const file = openSync(join(folder, 'lock'), 'a+')
  // The pid is in a separate file: Windows does not let others read a locked one.
  const pidFile = join(folder, 'pid')
  if (!tryLock(file)) {
    closeSync(file)
    throw new FolderInUse(folder, readPid(pidFile))
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => closeSync(file) }
}

/** The same, once the process that has it releases it. */
export async function waitForFolder(folder: string): Promise<{ release(): void }> {
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await pause(LOOK_MS)
    }
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
