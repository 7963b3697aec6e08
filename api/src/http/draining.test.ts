import { rmSync } from 'node:fs'
import { engines, type TestEngine } from '@marram/server/testing/engines'
import { askWhileEnding, NOTHING_LOST } from '@marram/server/testing/while-ending'
import { afterAll, expect, it } from 'vitest'
import { dataFolderOf, killAll, startApi } from '../testing/api-process'
import { contentTemplate } from '../testing/test-app'

const place = await (engines[0] as TestEngine).create({ template: contentTemplate })
const data = dataFolderOf(place)
afterAll(async () => {
  killAll()
  rmSync(data, { recursive: true })
  await place.drop()
})

it('a draining API finishes open requests and still serves new ones', async () => {
  const api = startApi(data, { DATABASE_URL: place.location.url ?? '', DRAIN_MS: '1500' })
  const url = await api.ready
  const end = async () => {
    api.child.kill('SIGTERM')
    expect((await api.ended).code).toBe(0)
  }
  expect(await askWhileEnding(url, '/api/home/', end)).toEqual(NOTHING_LOST)
})
