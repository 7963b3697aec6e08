import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The token in a file; undefined where there is none that can be read. */
export async function readToken(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all, and for its owner alone. */
export async function writeToken(path: string, raw: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}.new`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(`${raw}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  // The mode given to open does not reach a file that was left behind.
  await chmod(aside, 0o600)
  await rename(aside, path)
}
