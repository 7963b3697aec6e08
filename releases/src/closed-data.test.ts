import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishFolder } from '@marram/build/publish-folder'
import { registryClient } from '@marram/release-contract/registry-client'
import { openEntries, withoutUmask } from '@marram/server/testing/open-entries'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeShell, writeRelease } from './testing/fake-release'
import { type RegistryProcess, startProcess } from './testing/process'

let folder: string
let registry: RegistryProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marram-closed-'))
})
afterEach(async () => {
  await registry?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('nothing that a registry writes is readable for other accounts, and open files are closed at its start', {
  timeout: 90_000,
}, async () => {
  const data = join(folder, 'data')
  const start = () => withoutUmask(() => startProcess(data))
  registry = await start()
  expect(openEntries(data)).toEqual([])
  const access = { url: registry.url, token: readFileSync(join(data, 'releases/token'), 'utf8').trim() }
  const built = writeRelease(fakeShell('1.0.0'))
  await publishFolder({ ...access, folder: built })
  rmSync(built, { recursive: true })
  await registryClient(access).promote({ environment: 'production', part: 'shell', version: '1.0.0' })
  expect(openEntries(data)).toEqual([])

  await registry.kill('SIGTERM')
  for (const each of ['', 'releases', 'releases/pg', 'releases/pg/pg_wal']) chmodSync(join(data, each), 0o777)
  for (const each of ['releases/token', 'releases/pg/PG_VERSION']) chmodSync(join(data, each), 0o666)
  registry = await start()
  expect(openEntries(data)).toEqual([])
})
