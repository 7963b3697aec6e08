import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFolder, readStored, type StoredFiles } from './stored-files'

let folder: string
let files: StoredFiles
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marram-stored-'))
  files = openFolder(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As a process leaves it that is killed while it writes. */
function leaveHalf(name: string, hoursAgo: number): string {
  const path = join(folder, `${name}.new`)
  writeFileSync(path, 'half')
  const then = Date.now() / 1000 - hoursAgo * 3600
  utimesSync(path, then, then)
  return path
}

it('stores a file that another process was killed while writing', async () => {
  const half = leaveHalf('a.webp', 2)
  await files.put('a.webp', 'whole')
  expect((await readStored(files, 'a.webp')).toString()).toBe('whole')
  expect(readFileSync(half, 'utf8')).toBe('half')
})

it('stores one file for many at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => files.put('folder/a', 'x'.repeat(100_000))))
  expect(readdirSync(join(folder, 'folder'))).toEqual(['a'])
  expect(await readStored(files, 'folder/a')).toHaveLength(100_000)
})

it('deletes what a killed process left of a file, but not what may be being written', async () => {
  leaveHalf('old.webp', 2)
  leaveHalf('young.webp', 0.5)
  await files.put('b.webp', 'b')
  for (const name of ['old.webp', 'young.webp', 'b.webp', 'never.webp', 'no/folder.webp']) await files.delete(name)
  expect(readdirSync(folder)).toEqual(['young.webp.new'])
})

it('leaves nothing of a file that cannot be stored', async () => {
  await files.put('folder/a', '')
  await expect(files.put('folder', 'b')).rejects.toThrow('Cannot write')
  await expect(files.put('folder/a/b', 'b')).rejects.toThrow('Cannot write')
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['folder', 'folder/a'])
})
