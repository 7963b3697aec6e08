import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@marram/server/database'
import { engines } from '@marram/server/testing/engines'
import { asc, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import * as tables from '../database/tables'
import { openApiDatabase } from '../open-api-database'

const BEFORE = '0010_search_at_once'
const migrations = join(import.meta.dirname, '../../migrations')
const folder = mkdtempSync(join(tmpdir(), 'marram-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The migrations as they were when phone numbers were kept as typed, and scores were of all olympiads together. */
function earlierMigrations(): string {
  cpSync(migrations, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const last = entries.findIndex(({ tag }) => tag === BEFORE)
  expect(last).toBeGreaterThan(0)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }))
  return folder
}

describe.each(engines)('participants of before ($name)', (engine) => {
  it('are found by the digits of their numbers, with a score for each olympiad', async () => {
    const place = await engine.create()
    const options = { ...place.location, schema: tables, migrationsSchema: 'api' }
    const before = await openDatabase({ ...options, migrations: earlierMigrations() })
    const day = (n: number) => `2026-11-0${n}`
    for (const [name, phone, question, olympiad, correct, created] of [
      ['Ada', '020 7946 0112', 1, 'sea', true, day(1)],
      ['Ada', '+44 (0)20 7946–0112', 1, 'sea', false, day(2)],
      ['Ada', '00442079460112', 2, 'sea', true, day(1)],
      ['Ada', '02079460112', 7, 'kilowatt', true, day(1)],
      ['Bo', '112', 1, 'sea', true, day(1)],
      ['Bo', '020/7946/0112', 1, 'sea', true, day(1)],
      ['Bo', '-0123456789', 1, 'sea', true, day(1)],
    ])
      await before.db.execute(sql`
        insert into api.quiz_answers (name, phone, question, olympiad, correct, created_at)
        values (${name}, ${phone}, ${question}, ${olympiad}, ${correct}, ${created}::timestamptz)`)
    await before.db.execute(sql`
      insert into api.quiz_scores (name, phone, name_key, phone_end, correct_answers, total_question)
      select distinct name, phone, lower(name), '', 0, 0 from api.quiz_answers`)
    await before.close()

    const after = await openApiDatabase(place.location)
    const { name, phone, olympiad, nameKey, phoneEnd, correct_answers, total_question } = tables.quizScores
    const scores = await after.db
      .select({ name, phone, olympiad, nameKey, phoneEnd, correct_answers, total_question })
      .from(tables.quizScores)
      .orderBy(asc(nameKey), asc(sql`${phone} collate "C"`), asc(olympiad))
    expect(scores.map((score) => Object.values(score))).toEqual([
      ['Ada', '02079460112', 'kilowatt', 'ada', '112', 1, 1],
      ['Ada', '02079460112', 'sea', 'ada', '112', 1, 2],
      ['Bo', '-0123456789', 'sea', 'bo', '789', 1, 1],
      ['Bo', '020/7946/0112', 'sea', 'bo', '112', 1, 1],
      ['Bo', '112', 'sea', 'bo', '', 1, 1],
    ])
    expect(await after.db.$count(tables.quizAnswers)).toBe(6)
    await after.close()
    await place.drop()
  })
})
