import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askWhileEnding, NOTHING_LOST } from '@marram/server/testing/while-ending'
import { afterAll, expect, it } from 'vitest'
import { type RegistryProcess, startProcess } from '../testing/process'

const data = mkdtempSync(join(tmpdir(), 'marram-releases-'))
let registry: RegistryProcess | undefined
afterAll(async () => {
  await registry?.kill('SIGKILL')
  rmSync(data, { recursive: true })
})

it('a draining registry finishes open requests and still serves new ones', async () => {
  registry = await startProcess(data, { DRAIN_MS: '3000' })
  const { url, kill } = registry
  expect(await askWhileEnding(url, '/releases/docs/json', () => kill('SIGTERM'))).toEqual(NOTHING_LOST)
})
