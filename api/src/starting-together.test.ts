import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines, type TestDatabase } from '@marram/service/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentRevision } from './database/tables'
import { openApiDatabase } from './open-api-database'
import { killAll, startApi } from './testing/api-process'
import { sampleContent } from './testing/test-app'

/** Enough of the sample content to have pictures of every kind, and things that refer to others. */
const some = ['home.json', 'categories.json', 'forms.json', 'services.json', 'sports', 'media']

describe.each(engines.filter(({ name }) => name === 'server'))(
  'three APIs that start at once on an empty database and one data folder ($name)',
  (engine) => {
    let place: TestDatabase
    const data = mkdtempSync(join(tmpdir(), 'marram-together-'))
    const content = join(data, 'content')
    beforeAll(async () => {
      place = await engine.create()
      mkdirSync(content)
      for (const name of some) cpSync(join(sampleContent, name), join(content, name), { recursive: true })
    })
    afterAll(async () => {
      killAll()
      rmSync(data, { recursive: true })
      await place.drop()
    })

    it('all come up, with the first content applied once', { timeout: 120_000 }, async () => {
      const settings = { DATABASE_URL: place.location.url ?? '', API_FIRST_CONTENT: content }
      const apis = [1, 2, 3].map(() => startApi(data, settings))
      await Promise.all(apis.map(({ ready }) => ready))
      for (const { child, ended } of apis) {
        child.kill('SIGTERM')
        expect(await ended).toMatchObject({ code: 0, errors: '' })
      }
      const { db, close } = await openApiDatabase(place.location)
      expect(await db.select().from(contentRevision)).toMatchObject([{ revision: 1 }])
      await close()
      const left = readdirSync(data, { recursive: true, encoding: 'utf8' })
      expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
    })
  },
)
