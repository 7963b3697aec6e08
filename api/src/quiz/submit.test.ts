import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, questionsOfOtherDays, quizQuestions, recordsFor } from '../testing/quiz-app'
import { questions, quizAnswers, quizScores } from './tables'

const ok = { code: 200, response: 'Your answers have been sent.' }

describe.each(engines)('a quiz ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
  })
  afterAll(() => test?.close())

  it('has its questions in order, none when there is no quiz, and 404 for an unknown olympiad', async () => {
    const quiz = await test.app.inject('/api/quiz/by-olympiad/test-tides')
    expect(quiz.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-revision': expect.any(String) })
    expect(quiz.json().data.map(({ id }: { id: number }) => id)).toEqual([900_001, 900_002, 900_003])
    const { olympiad, position, ...shown } = quizQuestions[2] as (typeof quizQuestions)[number]
    expect(quiz.json().data[0]).toEqual(shown)
    expect((await test.app.inject('/api/quiz/by-olympiad/test-nothing')).json()).toEqual({ code: 200, data: [] })
    expect((await test.app.inject('/api/quiz/by-olympiad/nowhere')).statusCode).toBe(404)
  })

  it('is marked by the server, counted by olympiad, and read back in order, the last olympiad first', async () => {
    const who = { name: 'Tove Lind', phone: '0123456789' }
    const lies = recordsFor(who, { 900001: 'option3', 900002: null, 900003: 'option1' }).map((record) => ({
      ...record,
      correct_status: String(record.selected_answer !== 'option3'),
    }))
    expect((await test.submit(lies)).json()).toEqual(ok)
    expect((await test.submit(recordsFor(who, { 900012: 'option1' }))).json()).toEqual(ok)
    expect(await test.scoresOf(who)).toEqual({
      'test-tides': { correct: 1, total: 3 },
      'test-dunes': { correct: 1, total: 1 },
    })
    const { data } = (await test.answersOf(who)).json()
    expect(
      data.map(({ quiz, selected_answer, correct_status }: Record<string, { question: string }>) => [
        quiz?.question,
        selected_answer,
        correct_status,
      ]),
    ).toEqual([
      ['Question 900012?', 'option1', 'true'],
      ['Question 900001?', 'option3', 'true'],
      ['Question 900002?', null, 'false'],
      ['Question 900003?', 'option1', 'false'],
    ])
    const { option1, option2, option3, answer, question } = quizQuestions[0] as (typeof quizQuestions)[number]
    const dunes = { slug: 'test-dunes', title: 'Olympiad test-dunes' }
    expect(data[0]).toMatchObject({ ...who, quiz: { question, option1, option2, option3, answer }, olympiad: dunes })
    expect(data[1].olympiad).toEqual({ slug: 'test-tides', title: 'Olympiad test-tides' })
    await test.submit(recordsFor(who, { 900003: 'option1' }))
    expect((await test.answersOf(who)).json().data[0]).toMatchObject({ olympiad: { slug: 'test-tides' } })
  })

  it('explains an answer with the day after it was answered, never before', async () => {
    const asked = await test.app.inject('/api/quiz/by-olympiad/test-tides')
    expect(asked.body).toContain('Question 900002?')
    expect(asked.body).not.toMatch(/Moon|explanation/)
    const who = { name: 'Why Marsh', phone: '0123456789' }
    await test.submit(recordsFor(who, { 900001: 'option3', 900002: null }))
    const createdAt = new Date('2026-11-20T23:30:00Z')
    await test.db.update(quizAnswers).set({ createdAt }).where(eq(quizAnswers.name, who.name))
    const { data } = (await test.answersOf(who)).json()
    expect(
      data.map(({ quiz, answered_on }: { quiz: { explanation?: string }; answered_on: string }) => [
        quiz.explanation,
        answered_on,
      ]),
    ).toEqual([
      [undefined, '2026-11-20'],
      ['Because of the Moon.', '2026-11-20'],
    ])
  })

  it.each([
    ['begins today', 0, 200, 'Your answers have been sent.'],
    ['ends today', 1, 200, 'Your answers have been sent.'],
    ['has not begun', 2, 403, 'This quiz has not begun: it begins on 22 November 2026.'],
    ['is over', 3, 403, 'This quiz is over: it ended on 20 November 2026.'],
  ])('that %s takes answers only between its first and last day', async (_, place, code, words) => {
    const who = { name: `Timely ${place}`, phone: '0123456789' }
    const [answer] = recordsFor(who, { [questionsOfOtherDays[place]?.id ?? 0]: 'option1' })
    const sent = (await test.submit([...recordsFor(who, { 900001: 'option3' }), answer])).json()
    expect([sent.code, sent.response ?? sent.message]).toEqual([code, words])
    expect(Object.keys(await test.scoresOf(who))).toHaveLength(code === 200 ? 2 : 0)
    expect((await test.answersOf(who)).json().data).toHaveLength(code === 200 ? 2 : 0)
  })

  it('is counted for the olympiad that its question belongs to now', async () => {
    const who = { name: 'Moved Marsh', phone: '0123456789' }
    const moved = { ...quizQuestions[0], id: 900_098 } as (typeof quizQuestions)[number]
    await test.db.insert(questions).values(moved)
    await test.submit(recordsFor(who, { 900098: 'option1', 900001: 'option1' }))
    await test.db.update(questions).set({ olympiad: 'test-tides' }).where(eq(questions.id, 900_098))
    await test.submit(recordsFor(who, { 900098: 'option1' }))
    await test.db.delete(questions).where(eq(questions.id, 900_098))
    expect(await test.scoresOf(who)).toEqual({ 'test-tides': { correct: 1, total: 2 } })
    expect(await test.scoresOf(who)).toEqual(await test.recordsOf(who))
  })

  it('has the same participant however the phone number is typed', async () => {
    const who = { name: 'Spelt Haq', phone: '02079460112' }
    const typed = ['020 7946 0112', '+44 20 7946 0112', '0044 (0)20-7946-0112']
    for (const [i, phone] of typed.entries())
      expect((await test.submit(recordsFor({ ...who, phone }, { [900_001 + i]: 'option3' }))).json()).toEqual(ok)
    expect(await test.scoresOf(who)).toEqual({ 'test-tides': { correct: 1, total: 3 } })
    for (const phone of [who.phone, ...typed]) {
      expect((await test.answersOf({ ...who, phone })).json().data).toHaveLength(3)
      expect((await test.sendScore({ ...who, phone })).json()).toMatchObject({ code: 200 })
    }
  })

  it('counts the last answer to a question, and accepts ids as text', async () => {
    const who = { name: 'Devi Haq', phone: '0123456789' }
    await test.submit(recordsFor(who, { 900001: 'option3', 900002: 'option1' }))
    const again = [{ ...who, quiz: '900001', selected_answer: 'option2', correct_status: 'true' }]
    expect((await test.submit(again)).json()).toEqual(ok)
    expect(await test.scoresOf(who)).toEqual({ 'test-tides': { correct: 1, total: 2 } })
    expect((await test.answersOf(who)).json().data[0]).toMatchObject({ selected_answer: 'option2' })
  })

  it('stays marked, without the text, when a question is removed', async () => {
    const who = { name: 'Chioma Marsh', phone: '0123456789' }
    await test.db.insert(questions).values({ ...quizQuestions[0], id: 900_099 } as (typeof quizQuestions)[number])
    await test.submit(recordsFor(who, { 900099: 'option1', 900001: 'option1' }))
    await test.db.delete(questions).where(eq(questions.id, 900_099))
    expect((await test.answersOf(who)).json().data).toHaveLength(1)
    expect((await test.sendScore({ ...who, correct_answers: 99, total_question: '1' })).json()).toMatchObject({
      code: 200,
    })
    expect(await test.scoresOf(who)).toEqual({
      'test-dunes': { correct: 1, total: 1 },
      'test-tides': { correct: 0, total: 1 },
    })
    const stranger = { name: 'Nobody', phone: '0999999999', correct_answers: 9, total_question: 9 }
    const refused = await test.sendScore(stranger)
    expect(refused.json()).toEqual({ code: 404, message: 'This participant could not be found.' })
    expect(await test.scoresOf(stranger)).toEqual({})
  })

  it('from before, with a number that is invalid now, is found and counted by what was typed', async () => {
    const who = { name: 'Early Marsh', phone: '112' }
    const answer = { ...who, question: 900_001, olympiad: 'test-tides', selected: 'option3' as const, correct: true }
    await test.db.insert(quizAnswers).values(answer)
    await test.db.insert(quizScores).values({
      ...{ ...who, olympiad: 'test-tides', nameKey: 'early marsh', phoneEnd: '' },
      ...{ correct_answers: 0, total_question: 0 },
    })
    expect((await test.answersOf({ ...who, phone: ' 112' })).json().data).toHaveLength(1)
    expect((await test.sendScore(who)).json()).toMatchObject({ code: 200 })
    expect(await test.scoresOf(who)).toEqual({ 'test-tides': { correct: 1, total: 1 } })
  })

  it('is submitted once for a key', async () => {
    const who = { name: 'Bilal Ito', phone: '0123456789' }
    const send = (option: string) => test.submit(recordsFor(who, { 900001: option }), { 'idempotency-key': 'bilal-1' })
    const answers = await Promise.all(['option1', 'option1', 'option1'].map(send))
    expect(answers.map((answer) => answer.json())).toEqual([ok, ok, ok])
    expect((await send('option3')).json().code).toBe(409)
    await test.submit(recordsFor(who, { 900001: 'option3' }))
    expect((await send('option1')).json()).toEqual(ok)
    expect(await test.scoresOf(who)).toEqual({ 'test-tides': { correct: 1, total: 1 } })
  })
})
