import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@marram/server/database'
import { createLog } from '@marram/server/log'
import { openFiles } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDatabase } from './database/open-database'
import { submissions } from './forms/tables'
import { mails } from './mail/tables'
import { subscribers } from './newsletter/tables'
import { quizScores } from './quiz/tables'
import { searchItems } from './search/tables'
import { tidy } from './tidy'

const migrations = join(import.meta.dirname, '../migrations')
const SENT = '5b0a9f6e-8d5c-4c53-9d62-0b1f0f9d2c11'
const fields = [{ label: 'Name', kind: 'textfield', value: 'Maya' }]

describe.each(engines)('a database from before comments and mails ($name)', (engine) => {
  const before = mkdtempSync(join(tmpdir(), 'marram-migrations-'))
  let place: Awaited<ReturnType<typeof engine.create>>
  let now: Awaited<ReturnType<typeof openApiDatabase>>
  beforeAll(async () => {
    place = await engine.create()
    cpSync(migrations, before, { recursive: true })
    // Of a migration that was not there then.
    rmSync(join(before, 'runs-on.json'))
    const file = join(before, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
    const first = journal.entries.findIndex(({ tag }) => tag === '0003_what-visitors-begin')
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))

    const older = await openDatabase({
      ...{ ...place.location, schema: {}, migrations: before, migrationsSchema: 'api' },
    })
    await older.db.execute(sql`insert into api.subscribers (email) values ('maya@example.org')`)
    await older.db.execute(sql`
      insert into api.submissions (id, form, fields) values (${SENT}::uuid, 'crew', ${JSON.stringify(fields)}::jsonb)`)
    await older.db.execute(sql`
      insert into api.quiz_scores (name, phone, olympiad, name_key, phone_end, correct_answers, total_question)
      values ('Maya Okonkwo-Ellis', '02079460123', 'tides', 'maya okonkwo-ellis', '123', 3, 4)`)
    await older.db.execute(sql`
      insert into api.team_members (slug, image, name, designation) values ('maya', '/a.svg', 'Maya Okonkwo', 'Ropes')`)
    await older.close()
    now = await openApiDatabase(place.location)
  })
  afterAll(async () => {
    await now?.close()
    await place?.drop()
    rmSync(before, { recursive: true })
  })

  it('keeps its data, and is migrated by tidying, once', async () => {
    const { db } = now
    const uploadFiles = await openFiles('', join(place.location.folder, 'uploads'))
    const outbox = { site: 'https://marram.example', key: Buffer.from('of these tests') }
    const parts = { db, uploadFiles, log: createLog('api', 'silent') }
    // Earlier subscribers are asked on the first start that can send mail, and not before.
    await tidy({ ...parts, outbox: undefined })
    expect(await db.select().from(subscribers)).toMatchObject([{ askedAt: null, confirmedAt: null }])
    for (let i = 0; i < 2; i += 1) await tidy({ ...parts, outbox })

    const [subscriber] = await db.select().from(subscribers)
    expect(subscriber).toMatchObject({ email: 'maya@example.org', askedAt: expect.any(Date), confirmedAt: null })
    const [mail, ...others] = await db.select().from(mails)
    expect([mail?.to, mail?.kind, others]).toEqual(['maya@example.org', 'confirmation', []])
    expect(mail?.text).toContain(subscriber?.token)
    expect(await db.select().from(submissions)).toMatchObject([
      { id: SENT, fields, user: null, decision: null, keepFrom: expect.any(String) },
    ])
    expect(await db.select().from(quizScores)).toMatchObject([
      { name: 'Maya Okonkwo-Ellis', shortName: 'Maya E.', nameKey: 'maya e.', correct_answers: 3, total_question: 4 },
    ])
    const found = await db.select({ kind: searchItems.kind, slug: searchItems.slug }).from(searchItems)
    expect(found).toEqual([{ kind: 'person', slug: 'maya' }])
  })
})
