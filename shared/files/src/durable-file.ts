import { open } from 'node:fs/promises'

/** Writes a new file that is on the disk when this returns; its name is durable once the folder is synced too. */
export async function writeSynced(path: string, contents: string | Uint8Array, mode = 0o666): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(contents)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Makes new names in a folder durable; Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
