import { engines } from '@marram/service/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questions } from '../database/tables'
import { openQuizApp, type QuizApp, quizQuestions, recordsFor } from '../testing/quiz-app'

const ok = { code: 200, response: 'Your answers have been sent.' }

describe.each(engines)('a quiz ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
  })
  afterAll(() => test?.close())

  it('has its questions in order, none where there is no quiz, and 404 for no olympiad', async () => {
    const quiz = await test.app.inject('/api/quiz/by-olympiad/test-tides')
    expect(quiz.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-revision': expect.any(String) })
    expect(quiz.json().data.map(({ id }: { id: number }) => id)).toEqual([900_001, 900_002, 900_003])
    const { olympiad, position, ...shown } = quizQuestions[2] as (typeof quizQuestions)[number]
    expect(quiz.json().data[0]).toEqual(shown)
    expect((await test.app.inject('/api/quiz/by-olympiad/test-nothing')).json()).toEqual({ code: 200, data: [] })
    expect((await test.app.inject('/api/quiz/by-olympiad/nowhere')).statusCode).toBe(404)
  })

  it('is marked by the server over all olympiads, and read back in order', async () => {
    const who = { name: 'Tove Lind', phone: '0123456789' }
    const lies = recordsFor(who, { 900001: 'option3', 900002: null, 900003: 'option1' }).map((record) => ({
      ...record,
      correct_status: String(record.selected_answer !== 'option3'),
    }))
    expect((await test.submit(lies)).json()).toEqual(ok)
    expect((await test.submit(recordsFor(who, { 900012: 'option1' }))).json()).toEqual(ok)
    expect(await test.scoreOf(who)).toEqual({ correct: 2, total: 4 })
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
    expect(data[0]).toMatchObject({ ...who, quiz: { question, option1, option2, option3, answer } })
  })

  it('takes the last answer to a question, and ids as text', async () => {
    const who = { name: 'Devi Haq', phone: '0123456789' }
    await test.submit(recordsFor(who, { 900001: 'option3', 900002: 'option1' }))
    const again = [{ ...who, quiz: '900001', selected_answer: 'option2', correct_status: 'true' }]
    expect((await test.submit(again)).json()).toEqual(ok)
    expect(await test.scoreOf(who)).toEqual({ correct: 1, total: 2 })
    expect((await test.answersOf(who)).json().data[0]).toMatchObject({ selected_answer: 'option2' })
  })

  it('stays marked as it was, without the text, when a question goes', async () => {
    const who = { name: 'Chioma Marsh', phone: '0123456789' }
    await test.db.insert(questions).values({ ...quizQuestions[0], id: 900_099 } as (typeof quizQuestions)[number])
    await test.submit(recordsFor(who, { 900099: 'option1', 900001: 'option1' }))
    await test.db.delete(questions).where(eq(questions.id, 900_099))
    expect((await test.answersOf(who)).json().data).toHaveLength(1)
    const score = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/quiz/score',
        payload: { ...who, correct_answers: 99, total_question: '1' },
      })
    expect((await score()).json()).toMatchObject({ code: 200 })
    expect(await test.scoreOf(who)).toEqual({ correct: 1, total: 2 })
    const stranger = { name: 'Nobody', phone: '1', correct_answers: 9, total_question: 9 }
    const refused = await test.app.inject({ method: 'POST', url: '/api/quiz/score', payload: stranger })
    expect(refused.json()).toEqual({ code: 404, message: 'This participant could not be found.' })
    expect(await test.scoreOf(stranger)).toBeUndefined()
  })

  it('is sent once for a key', async () => {
    const who = { name: 'Bilal Ito', phone: '0123456789' }
    const send = (option: string) => test.submit(recordsFor(who, { 900001: option }), { 'idempotency-key': 'bilal-1' })
    const answers = await Promise.all(['option1', 'option1', 'option1'].map(send))
    expect(answers.map((answer) => answer.json())).toEqual([ok, ok, ok])
    expect((await send('option3')).json().code).toBe(409)
    await test.submit(recordsFor(who, { 900001: 'option3' }))
    expect((await send('option1')).json()).toEqual(ok)
    expect(await test.scoreOf(who)).toEqual({ correct: 1, total: 1 })
  })
})
