import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askWhileEnding, NOTHING_LOST } from '@marram/server/testing/while-ending'
import { afterAll, expect, it } from 'vitest'
import { killAll, startApi } from '../testing/api-process'

const data = mkdtempSync(join(tmpdir(), 'marram-api-'))
afterAll(() => {
  killAll()
  rmSync(data, { recursive: true })
})

it('an API that is told to end loses no request: it answers what was begun and what still comes', async () => {
  const api = startApi(data, { DRAIN_MS: '3000' })
  const url = await api.ready
  const end = async () => {
    api.child.kill('SIGTERM')
    expect((await api.ended).code).toBe(0)
  }
  expect(await askWhileEnding(url, '/api/home/', end)).toEqual(NOTHING_LOST)
})
