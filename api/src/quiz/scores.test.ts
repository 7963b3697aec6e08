import { brotliDecompressSync } from 'node:zlib'
import { scoreColumns } from '@marram/api-contract/quiz'
import { engines } from '@marram/server/testing/engines'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, questionsOfOtherDays, recordsFor } from '../testing/quiz-app'
import { sortedScores } from './handlers'
import { shortenNames, shortName } from './short-name'
import { quizScores } from './tables'

const right: Record<number, string> = { 900001: 'option3', 900002: 'option1', 900003: 'option2' }
const ids = Object.keys(right).map(Number)

/** Name, phone, correct, total. */
const entries: [string, string, number, number][] = [
  ['Zoë', '9999999111', 2, 3],
  ['Zoe', '0000000222', 2, 2],
  ['anna', '5555555111', 3, 3],
  ['Émile', '8888888333', 0, 1],
  ['Bilal', '1111111333', 2, 2],
  ['Same', '9000000444', 1, 1],
  ['Same', '1000000444', 1, 2],
]
/** With a number as short as earlier versions allowed. */
const short = {
  ...{ name: 'Ola', shortName: 'Ola', nameKey: 'ola', phone: '112', phoneEnd: '', olympiad: 'test-tides' },
  ...{ correct_answers: 0, total_question: 2 },
}
const everyOrder = scoreColumns.flatMap((sort) => (['asc', 'desc'] as const).map((order) => [sort, order] as const))
const bestFirst = ['anna', 'Bilal', 'Zoe', 'Zoë', 'Same', 'Same', 'Émile', 'Ola']

describe.each(engines)('the list of scores ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
    for (const [name, phone, correct, total] of entries) {
      const selected = ids.slice(0, total).map((id, i) => [id, i < correct ? right[id] : null])
      await test.submit(recordsFor({ name, phone }, Object.fromEntries(selected)))
    }
    await test.db.insert(quizScores).values(short)
  })
  afterAll(() => test?.close())

  type Score = { name: string; phone: string; correct_answers: number; total_question: number }
  const ask = (query: string) => test.app.inject(`/api/quiz/score/list${query}`)
  const list = async (query: string) => (await ask(query)).json().data as Score[]
  const names = async (query: string) => (await list(query)).map(({ name }) => name)

  it('is sent whole and best first, with only the last digits of phones', async () => {
    const whole = await ask('')
    expect(whole.headers['cache-control']).toBe('no-store')
    expect(Object.keys(whole.json())).toEqual(['code', 'data'])
    expect(await names('')).toEqual(bestFirst)
    const [best] = await list('')
    const olympiad = { slug: 'test-tides', title: 'Olympiad test-tides' }
    expect(best).toEqual({ name: 'anna', phone: '•••••••111', correct_answers: 3, total_question: 3, olympiad })
    expect(whole.body).not.toMatch(/\d{4}/)
    expect((await list('')).at(-1)?.phone).toBe('•••••••')
  })

  it.each([
    ['?sort=name', ['anna', 'Bilal', 'Émile', 'Ola', 'Same', 'Same', 'Zoe', 'Zoë']],
    ['?sort=phone', ['Ola', 'anna', 'Zoë', 'Zoe', 'Bilal', 'Émile', 'Same', 'Same']],
    ['?sort=correct_answers&order=desc', bestFirst],
    ['?order=asc', bestFirst.toReversed()],
    ['?sort=total_question', ['Same', 'Émile', 'Bilal', 'Zoe', 'Same', 'Ola', 'anna', 'Zoë']],
  ])('is sorted by %s', async (query, expected) => expect(await names(query)).toEqual(expected))

  it('does not reveal by its order which of two phones with the same last digits is lower', async () => {
    const shown = (await list('?sort=phone')).map(({ phone, name }) => `${phone} ${name}`)
    expect(shown.slice(1, 3)).toEqual(['•••••••111 anna', '•••••••111 Zoë'])
    // The rest of the row decides: Same with 9000000444 has the better result of equal phones and names.
    expect((await list('?sort=phone')).slice(-2).map(({ total_question }) => total_question)).toEqual([1, 2])
  })

  it.each(everyOrder)('has the same order by %s %s on its pages, from either end', async (sort, order) => {
    const whole = await list(`?sort=${sort}&order=${order}`)
    expect(whole).toEqual((await list(`?sort=${sort}&order=${order === 'asc' ? 'desc' : 'asc'}`)).toReversed())
    const pages = []
    for (const page of [1, 2, 3, 4]) {
      const answer = (await ask(`?sort=${sort}&order=${order}&page=${page}&page_size=3`)).json()
      expect(answer.total).toBe(entries.length + 1)
      pages.push(answer.data)
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2, 0])
    expect(pages.flat()).toEqual(whole)
  })

  it('has a row for each olympiad, without totals', async () => {
    const own = async () =>
      (await list('?sort=name')).filter(({ name }) => name === 'Two Q.').map((score) => Object.values(score).slice(2))
    const who = { name: 'Two Quizzes', phone: '0123456555' }
    await test.submit(recordsFor(who, { 900001: 'option3', 900002: 'option1' }))
    await test.submit(recordsFor(who, { 900011: 'option2' }))
    expect(await own()).toEqual([
      [2, 2, { slug: 'test-tides', title: 'Olympiad test-tides' }],
      [1, 1, { slug: 'test-dunes', title: 'Olympiad test-dunes' }],
    ])
    await test.db.delete(quizScores).where(eq(quizScores.name, who.name))
  })

  it('can be filtered by olympiad, and offers those with participants, newest first', async () => {
    const who = { name: 'Choosy', phone: '0123456777' }
    const [begun] = questionsOfOtherDays
    await test.submit(recordsFor(who, { 900001: 'option3', 900011: 'option2', [begun?.id ?? 0]: 'option1' }))
    const page = async (query: string) => {
      const { data, total, olympiads } = (await ask(`?page=1&page_size=100${query}`)).json()
      return {
        names: data.map(({ name }: Score) => name),
        total,
        slugs: olympiads.map(({ slug }: { slug: string }) => slug),
      }
    }
    const slugs = ['test-begins-today', 'test-dunes', 'test-tides']
    const whole = [...bestFirst, 'Choosy', 'Choosy', 'Choosy']
    expect(await page('')).toMatchObject({ total: whole.length, slugs })
    expect((await page('')).names.toSorted()).toEqual(whole.toSorted())
    expect(await page('&olympiad=test-dunes')).toEqual({ names: ['Choosy'], total: 1, slugs })
    expect(await page('&olympiad=test-tides')).toMatchObject({ total: bestFirst.length + 1, slugs })
    expect(await page('&olympiad=')).toMatchObject({ total: whole.length, slugs })
    // Nobody has taken part in it yet: it is empty, and can still be requested by its slug.
    expect(await page('&olympiad=test-nothing')).toEqual({
      ...{ names: [], total: 0 },
      slugs: ['test-begins-today', 'test-dunes', 'test-nothing', 'test-tides'],
    })
    expect(await page('&olympiad=nowhere')).toEqual({ names: [], total: 0, slugs })
    expect(await names('?olympiad=test-dunes')).toEqual(['Choosy'])
    const turned = ['&sort=name', '&sort=name&order=desc', '&sort=phone', '&sort=total_question'].map((sort) =>
      page(`&olympiad=test-tides${sort}`),
    )
    for (const { names } of await Promise.all(turned))
      expect(names.toSorted()).toEqual([...bestFirst, 'Choosy'].toSorted())
    await test.db.delete(quizScores).where(eq(quizScores.name, who.name))
  })

  it('shows no family name, in any order, page or script', async () => {
    const names = ['Ana de la Křížová', 'Lê Thị Huyền', 'عمر الفاروق', 'Bo\u00a0(Hanssen)', 'Mia_Nordfeldt', 'Sky']
    for (const name of names) await test.submit(recordsFor({ name, phone: '0123456999' }, { 900001: 'option1' }))
    for (const query of ['', '?sort=name', '?sort=name&page=1&page_size=100', '?sort=phone']) {
      const { body } = await ask(query)
      for (const secret of ['Křížová', 'de la', 'Huyền', 'الفاروق', 'Hanssen', 'Nordfeldt'])
        expect(body).not.toContain(secret)
      for (const shown of ['Ana K.', 'Lê H.', 'عمر ا.', 'Bo H.', 'Mia N.', 'Sky']) expect(body).toContain(`"${shown}"`)
    }
    for (const name of names) await test.db.delete(quizScores).where(eq(quizScores.name, name))
  })

  it('does not reveal the hidden part of a name by any order', async () => {
    // By full names the order would be reversed.
    const who = [
      { name: 'Ivy Quaanders', phone: '0123456602' },
      { name: 'Ivy Qzetterholm', phone: '0123456601' },
    ]
    for (const each of who) await test.submit(recordsFor(each, { 900001: 'option1' }))
    for (const sort of ['name', 'correct_answers', 'total_question']) {
      const shown = (await list(`?sort=${sort}&order=asc`)).filter(({ name }) => name === 'Ivy Q.')
      const ends = shown.map(({ phone }) => phone.slice(-3))
      expect(sort === 'correct_answers' ? ends.toReversed() : ends).toEqual(['601', '602'])
    }
    for (const { name } of who) await test.db.delete(quizScores).where(eq(quizScores.name, name))
  })

  it('shortens the names of earlier scores', async () => {
    const old = { ...short, name: 'Mei Nordfeldt', shortName: '', nameKey: 'mei nordfeldt', phone: '0123456603' }
    await test.db.insert(quizScores).values(old)
    await shortenNames(test.db)
    const [row] = await test.db.select().from(quizScores).where(eq(quizScores.name, old.name))
    expect([row?.shortName, row?.nameKey]).toEqual(['Mei N.', 'mei n.'])
    expect(await test.db.$count(quizScores, eq(quizScores.shortName, 'Ola'))).toBe(1)
    await test.db.delete(quizScores).where(eq(quizScores.name, old.name))
  })

  it.each([
    '?sort=password',
    '?sort=',
    '?order=up',
    '?sort=__proto__',
    '?page=0',
    '?page_size=101',
    '?sort=name&sort=phone',
  ])('responds with 400 to %s', async (query) =>
    expect((await ask(query)).json()).toMatchObject({ code: 400, message: expect.any(String) }),
  )

  it.each(everyOrder)('is read from an index alone, sorted by %s %s', async (sort, order) => {
    const plan = await test.db.transaction(async (tx) => {
      // The database would sort a small number of rows.
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute(sql`explain ${sortedScores(tx, sort, order === 'desc').limit(10)}`)
      return JSON.stringify(rows)
    })
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Sort')
  })

  it.each([true, false])('of one olympiad is read from an index too, best first or last (%s)', async (backwards) => {
    const plan = await test.db.transaction(async (tx) => {
      // The database sorts a small number of rows, and any number without an index for this order.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_sort = off`)
      const page = sortedScores(tx, 'correct_answers', backwards, 'test-tides').limit(10)
      return JSON.stringify((await tx.execute(sql`explain ${page}`)).rows)
    })
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Sort')
  })

  it('is compressed for clients that accept it', async () => {
    for (let i = 0; i < 20; i++)
      await test.submit(recordsFor({ name: `Many ${i}`, phone: '7777777777' }, { 900001: 'option1' }))
    const headers = { 'accept-encoding': 'br' }
    const packed = await test.app.inject({ url: '/api/quiz/score/list', headers })
    const plain = await ask('')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(packed.rawPayload.length),
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload)
    const head = await test.app.inject({ method: 'HEAD', url: '/api/quiz/score/list' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      plain.headers['content-length'],
    ])
  })
})

it.each([
  ['Anna Karin Holm', 'Anna H.'],
  ['Philippa.Quennell', 'Philippa Q.'],
  ['Philippa+Quennell', 'Philippa Q.'],
  ['philippa@example.org', 'philippa'],
  ['Philippa.Quennell＠example.org', 'Philippa Q.'],
  ['王小明', '王'],
  ['김 민준', '김'],
  ['さくら', 'さ'],
  ['Anna王小明', 'Anna'],
  ['Bo 02079460123', 'Bo'],
  ['Bo +44 (0)20 7946 ０１２３', 'Bo'],
  ['02079460123', '…'],
  ['★ @ada', '…'],
  ['Bo 7Hanssen', 'Bo 7'],
  ['Team 123456', 'Team 123456'],
])('the name %s is shown in a list as %s', (name, shown) => expect(shortName(name)).toBe(shown))
