import { fillPath } from '@marram/contracts/endpoint'
import { listParticipantAnswers, type OptionKey, type Participant } from '@marram/contracts/quiz'
import type { TestEngine } from '@marram/service/testing/engines'
import { and, eq } from 'drizzle-orm'
import { events, questions, quizAnswers, quizScores } from '../database/tables'
import type { ApiSettings } from '../environment'
import { openTestApp } from './test-app'

const question = (id: number, olympiad: string, position: number, answer: OptionKey) => ({
  ...{ id, olympiad, position, answer },
  ...{ question: `Question ${id}?`, option1: 'Sand', option2: 'Salt', option3: 'Silt' },
})

/** In the order in which a participant's answers come. */
export const quizQuestions = [
  question(900_012, 'test-dunes', 1, 'option1'),
  question(900_011, 'test-dunes', 2, 'option2'),
  question(900_001, 'test-tides', 1, 'option3'),
  question(900_002, 'test-tides', 1, 'option1'),
  question(900_003, 'test-tides', 2, 'option2'),
]

const olympiad = (slug: string) => ({
  ...{ kind: 'olympiad' as const, slug, title: slug, image: '', description: '', open: true },
  ...{ date_from: '2026-01-01', date_to: '2026-12-31' },
})

/** A test app with two quizzes, and an olympiad without one. */
export async function openQuizApp(engine: TestEngine, settings: Partial<ApiSettings> = {}) {
  const test = await openTestApp(engine, settings)
  const { app, db } = test
  await db.insert(events).values(['test-dunes', 'test-tides', 'test-nothing'].map(olympiad)).onConflictDoNothing()
  await db.insert(questions).values(quizQuestions).onConflictDoNothing()
  return {
    ...test,
    submit: (payload: unknown, headers = {}) =>
      app.inject({ method: 'POST', url: '/api/quiz/submit', payload: payload as object, headers }),
    answersOf: (who: Participant) => app.inject(fillPath(listParticipantAnswers.path, who)),
    scoreOf: async ({ name, phone }: Participant) => {
      const [score] = await db
        .select()
        .from(quizScores)
        .where(and(eq(quizScores.name, name), eq(quizScores.phone, phone)))
      return score && { correct: score.correct_answers, total: score.total_question }
    },
    /** Counted here, and not by the code under test. */
    recordsOf: async ({ name, phone }: Participant) => {
      const records = await db.select().from(quizAnswers).where(eq(quizAnswers.name, name))
      const own = records.filter((record) => record.phone === phone)
      return { correct: own.filter(({ correct }) => correct).length, total: own.length }
    },
  }
}
export type QuizApp = Awaited<ReturnType<typeof openQuizApp>>

/** A submission: options by question. */
export const recordsFor = (who: Participant, selected: Record<number, string | null>) =>
  Object.entries(selected).map(([id, selected_answer]) => ({ ...who, quiz: Number(id), selected_answer }))
