import { ofAddress } from '@marram/api-contract/participants'
import { phoneKey } from '@marram/api-contract/phone'
import { participantName, type ScoreColumn, type ScoreSummary, scoreColumns } from '@marram/api-contract/quiz'
import { and, asc, desc, eq, exists, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type { Db, Tx } from '../database/schema'
import { events } from '../events/tables'
import { type Handlers, WithFields } from '../http/call'
import { once } from '../http/idempotency'
import { oneOf, pageOf } from '../http/paging'
import { notFound } from '../http/refusal'
import { checkAnswers, lockParticipant, ofParticipant, recount, storeAnswers } from './answers'
import { questions, quizAnswers, quizScores } from './tables'

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
      }
    }),

  async listParticipantAnswers({ db }, { params }) {
    // Normalized like the name of a submission; other names belong to no participant.
    const name = z.safeParse(participantName, ofAddress(params.name ?? ''))
    if (!name.success) return []
    const asked = { name: name.data, phone: phoneKey(ofAddress(params.phone ?? '')) }
    const { olympiad, createdAt } = quizAnswers
    const rows = await db
      .select({ record: quizAnswers, quiz: questions, title: events.title })
      .from(quizAnswers)
      // A record whose question was removed has no text to show.
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
      quiz: { ...quiz, explanation: quiz.explanation ?? undefined },
      selected_answer: record.selected,
      correct_status: String(record.correct),
      answered_on: record.createdAt.toISOString().slice(0, 10),
      olympiad: { slug: record.olympiad, title: title ?? record.olympiad },
    }))
  },

  // The browser's own count is ignored.
  async sendScore({ db }, { body }) {
    await db.transaction(async (tx) => {
      await lockParticipant(tx, body)
      if ((await recount(tx, body)) === 0) throw notFound('This participant')
    })
    return { response: 'Your score has been saved.' }
  },

  listScores: ({ db }, { query }) => listScores(db, query),
} satisfies Partial<Handlers>

// The short name: the order of full names would reveal them to somebody who adds names for comparison.
const { shortName: name, nameKey, phoneEnd, olympiad, correct_answers, total_question } = quizScores
const up = (column: PgColumn) => ({ column, rises: true })
const down = (column: PgColumn) => ({ column, rises: false })

/**
 * Ascending; each is an index of the table. They have all that is shown, so that pages fit together, but never the
 * whole phone: its order would reveal what the mask hides.
 */
const orders: Record<ScoreColumn, ReturnType<typeof up>[]> = {
  name: [up(nameKey), up(name), up(phoneEnd), down(correct_answers), up(total_question), up(olympiad)],
  phone: [up(phoneEnd), up(nameKey), up(name), down(correct_answers), up(total_question), up(olympiad)],
  // Read backwards: the best first, and equals by name.
  correct_answers: [up(correct_answers), ...[total_question, nameKey, name, phoneEnd, olympiad].map(down)],
  total_question: [up(total_question), down(correct_answers), up(nameKey), up(name), up(phoneEnd), up(olympiad)],
}

const ofOlympiad = (slug: string | undefined) => (slug === undefined ? undefined : eq(olympiad, slug))

/** The scores of all olympiads, or of one, in one order or the other way round. */
export const sortedScores = (db: Db | Tx, by: ScoreColumn, backwards: boolean, slug?: string) =>
  db
    .select({ name, phoneEnd, correct_answers, total_question, olympiad })
    .from(quizScores)
    .where(ofOlympiad(slug))
    .orderBy(...orders[by].map(({ column, rises }) => (rises === backwards ? desc(column) : asc(column))))

/** Olympiads with participants, and the requested one; the newest first. */
const olympiadsWithScores = (db: Db, asked = '') => {
  const { slug, title, kind, date_from } = events
  const taken = exists(db.select({ olympiad }).from(quizScores).where(eq(olympiad, slug)))
  return db
    .select({ slug, title })
    .from(events)
    .where(and(eq(kind, 'olympiad'), or(eq(slug, asked), taken)))
    .orderBy(desc(date_from), asc(slug))
}

/** Scores with shortened names and masked phones: all of them, or a page with `total` and `olympiads` beside it. */
async function listScores(db: Db, query: Record<string, string | undefined>) {
  const by = oneOf(scoreColumns, 'sort', query.sort ?? 'correct_answers')
  const falls = oneOf(['asc', 'desc'], 'order', query.order ?? (query.sort ? 'asc' : 'desc')) === 'desc'
  const slug = query.olympiad || undefined
  if (query.page === undefined && query.page_size === undefined)
    return shown(db, await sortedScores(db, by, falls, slug))

  const { limit, offset } = pageOf(query, 10)
  const total = await db.$count(quizScores, ofOlympiad(slug))
  const length = Math.max(0, Math.min(limit, total - offset))
  const after = Math.max(0, total - offset - length)
  // From the nearer end, since skipped rows are read too.
  const rows =
    offset <= after
      ? await sortedScores(db, by, falls, slug).limit(length).offset(offset)
      : (await sortedScores(db, by, !falls, slug).limit(length).offset(after)).reverse()
  return new WithFields(await shown(db, rows), { total, olympiads: await olympiadsWithScores(db, slug) })
}

/** With shortened names, masked phones, and the titles of the olympiads: few, and queried separately, so that an index alone gives the order. */
async function shown(db: Db, rows: Awaited<ReturnType<typeof sortedScores>>): Promise<ScoreSummary[]> {
  const { slug, title, kind } = events
  const olympiads = await db.select({ slug, title }).from(events).where(eq(kind, 'olympiad'))
  const titles = new Map(olympiads.map((each) => [each.slug, each.title]))
  return rows.map(({ phoneEnd, olympiad: slug, ...score }) => ({
    ...score,
    phone: `•••••••${phoneEnd}`,
    olympiad: { slug, title: titles.get(slug) ?? slug },
  }))
}
