import { fillPath } from '@marram/api-contract/endpoint'
import { inAddress } from '@marram/api-contract/participants'
import { listParticipantAnswers, type OptionKey, type Participant } from '@marram/api-contract/quiz'
import type { TestEngine } from '@marram/server/testing/engines'
import { and, eq } from 'drizzle-orm'
import { events } from '../events/tables'
import { questions, quizAnswers, quizScores } from '../quiz/tables'
import type { ApiSettings } from '../settings'
import { openTestApp } from './test-app'

const question = (id: number, olympiad: string, position: number, answer: OptionKey, explanation?: string) => ({
  ...{ id, olympiad, position, answer, explanation },
  ...{ question: `Question ${id}?`, option1: 'Sand', option2: 'Salt', option3: 'Silt' },
})

/** In the order of a participant's answers. */
export const quizQuestions = [
  question(900_012, 'test-dunes', 1, 'option1'),
  question(900_011, 'test-dunes', 2, 'option2'),
  question(900_001, 'test-tides', 1, 'option3'),
  question(900_002, 'test-tides', 1, 'option1', 'Because of the Moon.'),
  question(900_003, 'test-tides', 2, 'option2'),
]

const olympiad = (slug: string, date_from = '2026-01-01', date_to = '2026-12-31') => ({
  ...{ kind: 'olympiad' as const, slug, title: `Olympiad ${slug}`, image: '', description: '', open: true },
  ...{ date_from, date_to },
})
/** Around the day of the tests, 21 November 2026. */
const otherDays = [
  olympiad('test-begins-today', '2026-11-21'),
  olympiad('test-ends-today', '2026-01-01', '2026-11-21'),
  olympiad('test-coming', '2026-11-22'),
  olympiad('test-over', '2026-01-01', '2026-11-20'),
]
/** One question for each of those olympiads, in their order. */
export const questionsOfOtherDays = otherDays.map(({ slug }, i) => question(900_021 + i, slug, 1, 'option1'))

type Counted = Record<string, { correct: number; total: number }>

/** A test app with two quizzes, and an olympiad without one. */
export async function openQuizApp(engine: TestEngine, settings: Partial<ApiSettings> = {}) {
  const test = await openTestApp(engine, settings)
  const { app, db } = test
  const olympiads = [...['test-dunes', 'test-tides', 'test-nothing'].map((slug) => olympiad(slug)), ...otherDays]
  await db.insert(events).values(olympiads).onConflictDoNothing()
  await db
    .insert(questions)
    .values([...quizQuestions, ...questionsOfOtherDays])
    .onConflictDoNothing()
  return {
    ...test,
    submit: (payload: unknown, headers = {}) =>
      app.inject({ method: 'POST', url: '/api/quiz/submit', payload: payload as object, headers }),
    answersOf: ({ name, phone }: Participant) =>
      app.inject(fillPath(listParticipantAnswers.path, { name: inAddress(name), phone: inAddress(phone) })),
    sendScore: (payload: object) => app.inject({ method: 'POST', url: '/api/quiz/score', payload }),
    /** A participant's stored score, by olympiad. */
    scoresOf: async ({ name, phone }: Participant): Promise<Counted> => {
      const scores = await db
        .select()
        .from(quizScores)
        .where(and(eq(quizScores.name, name), eq(quizScores.phone, phone)))
      return Object.fromEntries(
        scores.map(({ olympiad, correct_answers, total_question }) => [
          olympiad,
          { correct: correct_answers, total: total_question },
        ]),
      )
    },
    /** The same, counted here and not by the code under test. */
    recordsOf: async ({ name, phone }: Participant): Promise<Counted> => {
      const counted: Counted = {}
      for (const record of await db.select().from(quizAnswers).where(eq(quizAnswers.name, name))) {
        if (record.phone !== phone) continue
        counted[record.olympiad] ??= { correct: 0, total: 0 }
        const score = counted[record.olympiad] as Counted[string]
        score.total += 1
        if (record.correct) score.correct += 1
      }
      return counted
    },
  }
}
export type QuizApp = Awaited<ReturnType<typeof openQuizApp>>

/** A submission: options by question. */
export const recordsFor = (who: Participant, selected: Record<number, string | null>) =>
  Object.entries(selected).map(([id, selected_answer]) => ({ ...who, quiz: Number(id), selected_answer }))
