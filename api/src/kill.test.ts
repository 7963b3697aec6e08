import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { engines, type TestDatabase } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openApiDatabase } from './database/open-database'
import type { Db } from './database/schema'
import { forms } from './forms/tables'
import { questions } from './quiz/tables'
import { dataFolderOf, killAll, startApi } from './testing/api-process'
import { expectAcknowledged, expectStored } from './testing/expect-acknowledged'
import { quizQuestions } from './testing/quiz-app'
import { emptyLedger, type Ledger, writeStorm } from './testing/write-storm'

/** `npm test` runs fewer rounds. */
const ROUNDS = Number(process.env.TEST_KILL_ROUNDS || 1)
const form = {
  slug: 'storm',
  form_name: 'Storm',
  submission_form: [
    { data_label: 'Name', data_type: 'textfield' as const, data_value: '' },
    { data_label: 'Photo', data_type: 'file' as const, data_value: '' },
  ],
}

describe.each(engines)('an API that is killed while everybody writes ($name)', (engine) => {
  let place: TestDatabase
  let data: string
  const ledger = emptyLedger()
  beforeAll(async () => {
    place = await engine.create({ durable: true })
    data = dataFolderOf(place)
    await withDatabase(async (db) => {
      await db.insert(forms).values(form)
      await db.insert(questions).values(quizQuestions)
    })
  })
  afterAll(async () => {
    killAll()
    rmSync(data, { recursive: true })
    await place.drop()
  })

  async function withDatabase(work: (db: Db) => Promise<void>) {
    const { db, close } = await openApiDatabase(place.location)
    try {
      await work(db)
    } finally {
      await close()
    }
  }
  const start = () =>
    startApi(data, { DATABASE_URL: place.location.url ?? '', API_RATE_LIMIT: '1000000', API_FIRST_CONTENT: 'none' })

  it(`loses nothing that was acknowledged, ${ROUNDS} times`, { timeout: ROUNDS * 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const api = start()
      const url = await api.ready
      await expectAcknowledged(url, ledger)
      const before = done(ledger)
      const storm = writeStorm(
        url,
        form.slug,
        quizQuestions.map(({ id }) => id),
        ledger,
      )
      await vi.waitFor(() => expect(done(ledger).every((n, i) => n > (before[i] ?? 0))).toBe(true), { timeout: 30_000 })
      await wait(Math.random() * 1_000)
      api.child.kill('SIGKILL')
      await Promise.all([storm, api.ended])
    }
    const api = start()
    await expectAcknowledged(await api.ready, ledger)
    api.child.kill('SIGTERM')
    expect(await api.ended).toMatchObject({ code: 0, errors: '' })
    await withDatabase((db) => expectStored(db, ledger, join(data, 'api/uploads')))
  })
})

/** The number of acknowledged rows of each kind. */
function done({ emails, phones, keyed, refreshes }: Ledger): number[] {
  const acknowledged = (part: string) => keyed.filter(({ path, response }) => response && path.includes(part)).length
  return [emails.length, phones.length, acknowledged('submission'), acknowledged('quiz'), refreshes]
}
