import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeSynced } from '@marram/files/durable-file'

/** The token in a file; undefined if it cannot be read. */
export async function readToken(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() || undefined
}

/** Written atomically, and readable only by its owner. */
export async function writeToken(path: string, raw: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}.new`
  // A leftover file may have another mode.
  await rm(aside, { force: true })
  await writeSynced(aside, `${raw}\n`, 0o600)
  await rename(aside, path)
}
