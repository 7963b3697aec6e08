import { scoreColumns } from '@marram/api-contract/quiz'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { quizScores } from './tables'

const MANY = 50_000
/** A page takes some milliseconds. Sorting and sending all of them takes hundreds, or seconds on a busy machine. */
const PAGE_MS = 2000

type Score = { name: string; phone: string; correct_answers: number; total_question: number }

describe.each(engines)('fifty thousand participants ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    await test.db.execute(sql`
      insert into ${quizScores} (name, phone, olympiad, short_name, name_key, phone_end, correct_answers, total_question)
      select 'Participant ' || n, n::text, 'winter-sea-olympiad', 'Participant ' || n, 'participant ' || n, right(n::text, 3), n % 11, 10 + n % 7
      from generate_series(100001, 100000 + ${MANY}::int) as n`)
  })
  afterAll(() => test?.close())

  const ask = async (query: string) => {
    const startedAt = performance.now()
    const response = await test.app.inject(`/api/quiz/score/list${query}`)
    const ms = performance.now() - startedAt
    const { data, total } = response.json<{ data: Score[]; total?: number }>()
    return { data, total, ms, bytes: response.rawPayload.length }
  }

  it('are paged as quickly at the start, in the middle and at the end, in every order', async () => {
    for (const sort of scoreColumns)
      for (const order of ['asc', 'desc']) {
        const pages = [1, MANY / 20, MANY / 10]
        for (const page of pages) {
          const { data, total, ms, bytes } = await ask(`?sort=${sort}&order=${order}&page=${page}&page_size=10`)
          const what = `${sort} ${order}, page ${page}`
          expect([data.length, total], what).toEqual([10, MANY])
          expect(ms, what).toBeLessThan(PAGE_MS)
          expect(bytes, what).toBeLessThan(3000)
        }
      }
    const { data, total, ms } = await ask(`?olympiad=winter-sea-olympiad&page=${MANY / 20}&page_size=10`)
    expect([data.length, total]).toEqual([10, MANY])
    expect(ms).toBeLessThan(PAGE_MS)
  })

  it('are each on one page, in one order', async () => {
    const names = async (order: string, page: number) =>
      (await ask(`?sort=name&order=${order}&page=${page}&page_size=25`)).data.map(({ name }) => name)
    const numbered = (from: number) => Array.from({ length: 25 }, (_, i) => `Participant ${100_001 + from + i}`)
    for (const page of [1, 999, 1000, 1001, 2000]) expect(await names('asc', page)).toEqual(numbered((page - 1) * 25))
    expect(await names('desc', 1)).toEqual(numbered(MANY - 25).toReversed())
    expect(await names('asc', 2001)).toEqual([])
  })

  it('are sent whole without paging, best first', async () => {
    const { data, total } = await ask('')
    expect([data.length, total]).toEqual([MANY, undefined])
    const marks = data.map(({ correct_answers }) => correct_answers)
    expect(marks).toEqual(marks.toSorted((a, b) => b - a))
  })
})
