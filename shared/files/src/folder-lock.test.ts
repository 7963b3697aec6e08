import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { FolderInUse, lockFolder, waitForFolder } from './folder-lock'

it('a folder in use is waited for, and locked by one at a time', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-lock-'))
  const first = lockFolder(folder)
  let isHeld = false
  const second = waitForFolder(folder).then((lock) => {
    isHeld = true
    return lock
  })
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(isHeld).toBe(false)
  first.release()
  const lock = await second
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  lock.release()
  fs.rmSync(folder, { recursive: true })
})
