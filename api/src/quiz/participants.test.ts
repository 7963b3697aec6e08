import { normalPhone } from '@marram/api-contract/phone'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, recordsFor } from '../testing/quiz-app'
import { quizAnswers } from './tables'

const phone = '0123456789'
const choice = { 900001: 'option3' }
const record = { name: 'Zoë', phone, quiz: 900_001, selected_answer: 'option1' }

describe.each(engines)('a participant ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
  })
  afterAll(() => test?.close())

  it.each([
    ['spaces', 'Ana  de la Cruz', phone],
    ['slashes and signs of an address', 'a/b//c?d#e%2F&f=g;h+i\\j', '+44 (0)20 7946-0000'],
    ['per cent signs', '100% %41%2525', phone],
    ['dots at its end', 'Me...', phone],
    ['steps in it', 'A/../B', phone],
    ['nothing but steps and a letter', '../../x', phone],
    ['the mark of a name with steps', '~~Me~2E', phone],
    ['accents', 'Zoë Ørsted-Łuć', phone],
    ['text from right to left', 'محمد\u200c علی', phone],
    ['a hundred emoji', '🌊'.repeat(100), phone],
    ['emoji of several signs', '👩🏽‍🔬👨‍👩‍👧‍👦', phone],
    ['quotes', `O'Brien "x" <b>--`, phone],
    ['one character that becomes many', 'ﷺ'.repeat(100), phone],
  ])('stores a name with %s', async (_, name, phone) => {
    const who = { name, phone }
    expect((await test.submit(recordsFor(who, choice))).statusCode).toBe(200)
    const answers = await test.answersOf(who)
    expect(answers.json().data).toMatchObject([{ name, phone: normalPhone(phone), correct_status: 'true' }])
  })

  it('is the same with spaces around the name and with decomposed accents', async () => {
    const name = 'ệ'.repeat(100)
    expect((await test.submit(recordsFor({ name: ` ${name.normalize('NFD')}\n`, phone }, choice))).statusCode).toBe(200)
    expect((await test.answersOf({ name, phone })).json().data).toHaveLength(1)
    expect((await test.answersOf({ name: name.normalize('NFD'), phone: `${phone} ` })).json().data).toHaveLength(1)
  })

  it.each([
    ['not known', 'Nobody'],
    ['not possible', '\u0007'],
    ['too long to be one', 'x'.repeat(200)],
  ])('has no answers when the name is %s', async (_, name) =>
    expect((await test.answersOf({ name, phone })).json()).toEqual({ code: 200, data: [] }),
  )

  it.each([
    ['nothing', [], 'Send at least one answer'],
    ['no list', record, 'Send a list of answers'],
    ['too many', Array(501).fill(record), 'Send at most 500 answers'],
    ['no name', [{ ...record, name: ' ' }], 'Enter your name'],
    ['a name that is missing', [{ ...record, name: undefined }], 'Enter your name'],
    ['a name of dots', [{ ...record, name: '...' }], 'dots alone cannot be found again'],
    ['a name that cannot be seen', [{ ...record, name: '\u200b\u200d' }], 'Enter your name'],
    ['a name on two lines', [{ ...record, name: 'a\nb' }], 'Your name must be on one line'],
    ['a name with NUL', [{ ...record, name: 'a\0b' }], 'Your name must be on one line'],
    ['a name with half a character', [{ ...record, name: 'a\ud800b' }], 'cannot be stored'],
    ['a long name', [{ ...record, name: 'é'.repeat(101) }], 'Your name must have at most 100 characters'],
    ['no phone', [{ ...record, phone: ' ' }], 'Enter your phone number'],
    ['a short phone', [{ ...record, phone: '12345' }], 'Phone no must be 10 or 11 digits'],
    ['what is no phone', [{ ...record, phone: 'at home' }], "Doesn't look like a phone no"],
    ['two participants', [record, { ...record, quiz: 900_002, name: 'Zoe' }], 'the same name and phone number'],
    ['a question twice', [record, { ...record, quiz: '900001' }], 'Question 900001 is answered twice'],
    ['an unknown question', [{ ...record, quiz: 77 }], 'There is no question 77'],
    ['a question of no number', [{ ...record, quiz: 'tides' }], 'There is no question tides'],
    ['a question past all numbers', [{ ...record, quiz: 99_999_999_999 }], 'There is no question 99999999999'],
    ['no question', [{ ...record, quiz: null }], 'Say which question this is: quiz'],
    ['another option', [{ ...record, selected_answer: 'option4' }], 'Choose option1, option2, option3 or nothing'],
  ])('gets a message about %s', async (_, payload, message) => {
    const before = await test.db.$count(quizAnswers)
    const refused = await test.submit(payload)
    expect(refused.json()).toMatchObject({ code: 400, message: expect.stringContaining(message) })
    expect(refused.statusCode).toBe(400)
    expect(await test.db.$count(quizAnswers)).toBe(before)
  })

  it('is served uncached, and within the rate limit', async () => {
    const limited = await openQuizApp(engine, { API_RATE_LIMIT: 2 })
    const ask = () => limited.answersOf({ name: 'Zoë', phone })
    const { headers } = await ask()
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('x-content-revision')
    await ask()
    expect((await ask()).statusCode).toBe(429)
    expect((await limited.app.inject('/api/quiz/score/list')).statusCode).toBe(200)
    await limited.close()
  })
})
