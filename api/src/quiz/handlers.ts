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
    // In the form of a submission's name; no participant has a name that a submission cannot have.
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
      quiz: { ...quiz, explanation: quiz.explanation ?? undefined },
      selected_answer: record.selected,
      correct_status: String(record.correct),
      answered_on: record.createdAt.toISOString().slice(0, 10),
      olympiad: { slug: record.olympiad, title: title ?? record.olympiad },
    }))
  },

  // What the browser counted is not read.
  async sendScore({ db }, { body }) {
    await db.transaction(async (tx) => {
      await lockParticipant(tx, body)
      if ((await recount(tx, body)) === 0) throw notFound('This participant')
    })
    return { response: 'Your score has been saved.' }
  },

  listScores: ({ db }, { query }) => listScores(db, query),
} satisfies Partial<Handlers>

const { name, nameKey, phoneEnd, olympiad, correct_answers, total_question } = quizScores
const up = (column: PgColumn) => ({ column, rises: true })
const down = (column: PgColumn) => ({ column, rises: false })

/**
 * Ascending; each is an index of the table. They have all that is shown, so that pages fit together, but never the
 * whole phone: its order would reveal what the mask hides.
 */
const orders: Record<ScoreColumn, ReturnType<typeof up>[]> = {
  name: [up(nameKey), up(name), up(phoneEnd), down(correct_answers), up(total_question), up(olympiad)],
  phone: [up(phoneEnd), up(nameKey), up(name), down(correct_answers), up(total_question), up(olympiad)],
  // Backwards it is what is shown first: the best, and among equals by name.
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

/** Those that somebody took part in, and the one that is asked for; the newest first. */
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
  // From the nearer end: what is skipped is read all the same.
  const rows =
    offset <= after
      ? await sortedScores(db, by, falls, slug).limit(length).offset(offset)
      : (await sortedScores(db, by, !falls, slug).limit(length).offset(after)).reverse()
  return new WithFields(await shown(db, rows), { total, olympiads: await olympiadsWithScores(db, slug) })
}

/** The first name and an initial: many who take part are children. A name of one word, and figures, stay. */
function shortName(name: string): string {
  const words = name.split(/[\s\p{Pc}]+/u).filter(Boolean)
  const [first = name, last] = [words[0], words.slice(1).at(-1)]
  if (last === undefined) return first
  const initial = /^\p{P}*(\p{L}\p{M}*)/u.exec(last)?.[1]
  return `${first} ${initial ? `${initial.toLocaleUpperCase('en')}.` : last}`
}

/** With shortened names, masked phones, and the titles of the olympiads: few, and asked for apart, so that an index alone gives the order. */
async function shown(db: Db, rows: Awaited<ReturnType<typeof sortedScores>>): Promise<ScoreSummary[]> {
  const { slug, title, kind } = events
  const olympiads = await db.select({ slug, title }).from(events).where(eq(kind, 'olympiad'))
  const titles = new Map(olympiads.map((each) => [each.slug, each.title]))
  return rows.map(({ phoneEnd, olympiad: slug, ...score }) => ({
    ...score,
    name: shortName(score.name),
    phone: `•••••••${phoneEnd}`,
    olympiad: { slug, title: titles.get(slug) ?? slug },
  }))
}
