import { nameMistake } from '@marram/api-contract/participants'
import { optionKeys } from '@marram/api-contract/quiz'
import { engines } from '@marram/server/testing/engines'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, quizQuestions } from '../testing/quiz-app'

const ids = quizQuestions.map(({ id }) => id)
const option = fc.constantFrom(...optionKeys, null)
const status = fc.constantFrom('true', 'false', true, null, undefined, 'yes')
const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...ids.map(String)))
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc
      .array(fc.constantFrom('.', '..', '/', '\\', '~', '%2e', '%', 'é', '🌊', ' ', '?', '#', 'A'), { minLength: 1 })
      .map((parts) => parts.join('')),
  )
  .filter((text) => nameMistake(text) === undefined)
/** A number, and ways to type it. */
const phone = fc.stringMatching(/^0[1-9]\d{8,9}$/)
const spelt = (digits: string) =>
  fc.constantFrom(digits, `+44 ${digits.slice(1)}`, `(${digits.slice(0, 4)}) ${digits.slice(4)}`)
const who = fc.record({ name, phone })
const answers = fc.uniqueArray(fc.record({ quiz: id, selected_answer: option, correct_status: status }), {
  minLength: 1,
  selector: ({ quiz }) => Number(quiz),
})

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Ana', '\0', '\ud800', '..'))
/** Records that are almost valid. */
const anyRecord = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ name: fc.constantFrom('Ana', ' Ana '), phone: fc.constant('0123456789'), quiz: id }),
  },
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

describe.each(engines)('any submitted list ($name)', (engine) => {
  let test: QuizApp
  beforeAll(async () => {
    test = await openQuizApp(engine)
  })
  afterAll(() => test?.close())

  it('is accepted, or refused with a message', async () => {
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

  it('is scored by its records, whatever the browser claims, and found again by its participant', async () => {
    await fc.assert(
      fc.asyncProperty(
        who.chain((one) => fc.tuple(fc.constant(one), spelt(one.phone))),
        fc.array(answers, { minLength: 1, maxLength: 2 }),
        status,
        async ([typed, spelling], lists, lie) => {
          const one = { name: typed.name.trim().normalize('NFC'), phone: typed.phone }
          const other = {
            ...one,
            phone: `09${one.phone.slice(2).replace(/^./, (digit) => String((Number(digit) + 1) % 10))}`,
          }
          const known = Object.keys(await test.recordsOf(one)).length > 0
          for (const list of lists) {
            const sent = list.map((answer) => ({ name: typed.name, phone: spelling, ...answer }))
            expect((await test.submit(sent)).statusCode).toBe(200)
            await test.submit(list.map((answer) => ({ ...other, ...answer, correct_status: lie })))
          }
          const scores = await test.scoresOf(one)
          expect(scores).toEqual(await test.recordsOf(one))
          const expected = new Map(lists.flat().map(({ quiz, selected_answer }) => [Number(quiz), selected_answer]))
          if (!known)
            for (const [olympiad, score] of Object.entries(scores)) {
              const own = quizQuestions.filter(
                (question) => question.olympiad === olympiad && expected.has(question.id),
              )
              const correct = own.filter((question) => expected.get(question.id) === question.answer).length
              expect(score).toEqual({ correct, total: own.length })
              expect((await test.scoresOf(other))[olympiad]).toMatchObject({ correct })
            }
          expect((await test.sendScore({ ...one, phone: spelling, correct_answers: 99 })).statusCode).toBe(200)
          expect(await test.scoresOf(one)).toEqual(scores)
          const { data } = (await test.answersOf({ ...one, phone: spelling })).json()
          expect(data).toHaveLength(Object.values(scores).reduce((sum, { total }) => sum + total, 0))
        },
      ),
      { numRuns: 40 },
    )
  })
})
