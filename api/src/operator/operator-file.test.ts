import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEntries, withoutUmask } from '@marram/server/testing/open-entries'
import { expect, it } from 'vitest'
import { readOperatorFile, writeOperatorFile } from './operator-file'

it('is written where nothing else is, as with a database and a bucket elsewhere, and closed to other accounts', async () => {
  const data = mkdtempSync(join(tmpdir(), 'marram-empty-'))
  const file = join(data, 'api/token')
  const value = { url: 'http://127.0.0.1:3001', token: 'a' }
  await withoutUmask(() => writeOperatorFile(file, value))
  expect(readOperatorFile(file)).toEqual(value)
  expect(openEntries(data)).toEqual([])
  rmSync(data, { recursive: true })
})
