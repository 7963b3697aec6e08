import { participant } from '@marram/contracts/quiz'
import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Answers } from '../call'
import { events, questions, quizAnswers } from '../database/tables'
import { once } from '../idempotency'
import { checkAnswers } from '../quiz/check-answers'
import { listScores } from '../quiz/list-scores'
import { holdKnownScore, recount } from '../quiz/score'
import { storeAnswers } from '../quiz/store-answers'
import { notFound } from '../refusal'

export const quizAnswerers: Answers<'getQuiz' | 'submitQuiz' | 'listParticipantAnswers' | 'sendScore' | 'listScores'> =
  {
    async getQuiz({ db }, { params: { slug = '' } }) {
      const olympiad = and(eq(events.kind, 'olympiad'), eq(events.slug, slug))
      if ((await db.$count(events, olympiad)) === 0) throw notFound('This olympiad')
      return db
        .select()
        .from(questions)
        .where(eq(questions.olympiad, slug))
        .orderBy(asc(questions.position), asc(questions.id))
    },

    submitQuiz: ({ db }, { body, idempotencyKey }) =>
      once(db, 'submitQuiz', idempotencyKey, body, async () => {
        const checked = checkAnswers(body)
        return {
          write: async (tx) => {
            await storeAnswers(tx, checked)
            return { response: 'Your answers have been sent.' }
          },
          undo: async () => {},
        }
      }),

    async listParticipantAnswers({ db }, { params }) {
      // Written like a submission's; whoever cannot have sent one is not known either.
      const asked = z.safeParse(participant, params)
      if (!asked.success) return []
      const rows = await db
        .select({ record: quizAnswers, quiz: questions })
        .from(quizAnswers)
        // A record whose question is gone has no text to show.
        .innerJoin(questions, eq(questions.id, quizAnswers.question))
        .where(and(eq(quizAnswers.name, asked.data.name), eq(quizAnswers.phone, asked.data.phone)))
        .orderBy(asc(questions.olympiad), asc(questions.position), asc(questions.id))
      return rows.map(({ record: { name, phone, selected, correct }, quiz }) => ({
        name,
        phone,
        quiz,
        selected_answer: selected,
        correct_status: String(correct),
      }))
    },

    // What the browser counted is not read.
    async sendScore({ db }, { body }) {
      await db.transaction(async (tx) => {
        if (!(await holdKnownScore(tx, body))) throw notFound('This participant')
        await recount(tx, body)
      })
      return { response: 'Your score has been saved.' }
    },

    listScores: ({ db }, { query }) => listScores(db, query),
  }
