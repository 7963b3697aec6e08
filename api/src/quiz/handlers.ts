import { ofAddress } from '@marram/api-contract/participants'
import { phoneKey } from '@marram/api-contract/phone'
import { participantName } from '@marram/api-contract/quiz'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { events } from '../events/tables'
import type { Handlers } from '../http/call'
import { once } from '../http/idempotency'
import { notFound } from '../http/refusal'
import { checkAnswers, holdKnownScores, ofParticipant, recount, storeAnswers } from './answers'
import { listScores } from './list-scores'
import { questions, quizAnswers } from './tables'

export const quizHandlers = {
  async getQuiz({ db }, { params: { slug = '' } }) {
    const olympiad = and(eq(events.kind, 'olympiad'), eq(events.slug, slug))
    if ((await db.$count(events, olympiad)) === 0) throw notFound('This olympiad')
    return db
      .select()
      .from(questions)
      .where(eq(questions.olympiad, slug))
      .orderBy(asc(questions.position), asc(questions.id))
  },

  submitQuiz: ({ db, today }, { body, idempotencyKey }) =>
    once(db, 'submitQuiz', idempotencyKey, body, async () => {
      const checked = checkAnswers(body)
      return {
        write: async (tx) => {
          await storeAnswers(tx, checked, today())
          return { response: 'Your answers have been sent.' }
        },
        undo: async () => {},
      }
    }),

  async listParticipantAnswers({ db }, { params }) {
    // Written like a submission's; whoever cannot have sent one is not known either.
    const name = z.safeParse(participantName, ofAddress(params.name ?? ''))
    if (!name.success) return []
    const asked = { name: name.data, phone: phoneKey(ofAddress(params.phone ?? '')) }
    const { olympiad, createdAt } = quizAnswers
    const rows = await db
      .select({ record: quizAnswers, quiz: questions, title: events.title })
      .from(quizAnswers)
      // A record whose question is gone has no text to show.
      .innerJoin(questions, eq(questions.id, quizAnswers.question))
      .leftJoin(events, and(eq(events.kind, 'olympiad'), eq(events.slug, olympiad)))
      .where(ofParticipant(quizAnswers, asked))
      .orderBy(
        desc(sql`max(${createdAt}) over (partition by ${olympiad})`),
        asc(olympiad),
        asc(questions.position),
        asc(questions.id),
      )
    return rows.map(({ record, quiz, title }) => ({
      name: record.name,
      phone: record.phone,
      quiz,
      selected_answer: record.selected,
      correct_status: String(record.correct),
      olympiad: { slug: record.olympiad, title: title ?? record.olympiad },
    }))
  },

  // What the browser counted is not read.
  async sendScore({ db }, { body }) {
    await db.transaction(async (tx) => {
      const olympiads = await holdKnownScores(tx, body)
      if (olympiads.length === 0) throw notFound('This participant')
      await recount(tx, body, olympiads)
    })
    return { response: 'Your score has been saved.' }
  },

  listScores: ({ db }, { query }) => listScores(db, query),
} satisfies Partial<Handlers>
