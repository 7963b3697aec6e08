import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { notes, notesOptions } from '../testing/notes'
import { openDatabase } from './database'

/** A separate disk, which only root can create. */
function smallDisk(): { folder: string } | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'marram-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder], { stdio: 'pipe' })
    return { folder }
  } catch {
    rmdirSync(folder)
    return { missing: 'this user may not mount a small disk' }
  }
}

const disk = smallDisk()
if ('missing' in disk) process.stderr.write(`The test of a full disk is left out: ${disk.missing}\n`)
const root = 'folder' in disk ? disk.folder : ''

describe.skipIf(root === '')('a full disk', () => {
  afterAll(() => {
    execFileSync('umount', [root])
    rmdirSync(root)
  })

  it('fails the insert, stops the database, and loses nothing that was acknowledged', async () => {
    const folder = join(root, 'database')
    let stopped: Error | undefined
    const { db, close } = await openDatabase({ ...notesOptions, folder, onStopped: (error) => (stopped = error) })
    const filler = join(root, 'filler')
    const { bavail, bsize } = statfsSync(root)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 6e6))

    let kept = 0
    let failure: unknown
    while (!failure && kept < 3000) {
      const text = Array.from({ length: 1500 }, () => Math.random().toString(36)).join('')
      await db
        .insert(notes)
        .values({ id: kept + 1, text })
        .then(
          () => kept++,
          (error) => (failure = error),
        )
    }
    expect(String((failure as Error)?.cause)).toContain('No space left on device')
    // It depends on the file that was full: a table's is an ordinary error, the log's is a stop.
    if (stopped) await expect(db.$count(notes)).rejects.toThrow()
    else expect(await db.$count(notes)).toBe(kept)
    await close()
    if (stopped) await expect(openDatabase({ ...notesOptions, folder })).rejects.toThrow('is full')

    rmSync(filler)
    const again = await openDatabase({ ...notesOptions, folder })
    expect(await again.db.$count(notes)).toBe(kept)
    await again.close()
  })
})
