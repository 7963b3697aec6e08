import { optionKeys } from '@marram/contracts/quiz'
import { engines } from '@marram/service/testing/engines'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, quizQuestions } from '../testing/quiz-app'

const ids = quizQuestions.map(({ id }) => id)
const option = fc.constantFrom(...optionKeys, null)
const status = fc.constantFrom('true', 'false', true, null, undefined, 'yes')
const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...ids.map(String)))
const seen = /[\p{L}\p{N}\p{S}]/u
const written = (longest: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.trim().normalize('NFC'))
    .filter((text) => seen.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && [...text].length <= longest)
const who = fc.record({ name: written(100), phone: written(39) })
const answers = fc.uniqueArray(fc.record({ quiz: id, selected_answer: option, correct_status: status }), {
  minLength: 1,
  selector: ({ quiz }) => Number(quiz),
})

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Ana', '\0', '\ud800', '..'))
/** Records that are nearly right. */
const anyRecord = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: fc.constantFrom('Ana', ' Ana '), phone: fc.constant('1'), quiz: id }) },
  fc.record(
    {
      name: anyText,
      phone: anyText,
      quiz: fc.oneof(id, fc.double(), fc.string(), fc.jsonValue()),
      selected_answer: fc.oneof(option, fc.jsonValue()),
      correct_status: fc.oneof(status, fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

describe.each(engines)('whatever list is submitted ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
  })
  afterAll(() => test?.close())

  it('is taken, or refused in words', async () => {
    const codes = new Set<number>()
    const list = fc.array(anyRecord, { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(list, async (payload) => {
        const response = await test.submit(JSON.stringify(payload), { 'content-type': 'application/json' })
        const { code, message, response: words } = response.json()
        expect(code).toBe(response.statusCode)
        expect([200, 400]).toContain(code)
        expect(code === 200 ? words : message).toMatch(/\w/)
        codes.add(code)
      }),
      { numRuns: 150 },
    )
    expect([...codes].sort()).toEqual([200, 400])
  })

  it('is counted as its records say, whatever the browser says of them', async () => {
    await fc.assert(
      fc.asyncProperty(who, fc.array(answers, { minLength: 1, maxLength: 2 }), status, async (one, lists, lie) => {
        const known = await test.recordsOf(one)
        const other = { ...one, phone: `${one.phone}#` }
        for (const list of lists) {
          expect((await test.submit(list.map((answer) => ({ ...one, ...answer })))).statusCode).toBe(200)
          await test.submit(list.map((answer) => ({ ...other, ...answer, correct_status: lie })))
        }
        const expected = new Map(lists.flat().map(({ quiz, selected_answer }) => [Number(quiz), selected_answer]))
        if (known.total === 0) {
          const correct = quizQuestions.filter((question) => expected.get(question.id) === question.answer).length
          expect(await test.scoreOf(one)).toEqual({ correct, total: expected.size })
          expect(await test.scoreOf(other)).toMatchObject({ correct })
        }
        expect(await test.scoreOf(one)).toEqual(await test.recordsOf(one))
        const { data } = (await test.answersOf(one)).json()
        expect(data).toHaveLength((await test.recordsOf(one)).total)
      }),
      { numRuns: 40 },
    )
  })
})
