import { type ScoreColumn, type ScoreSummary, scoreColumns } from '@marram/api-contract/quiz'
import { asc, desc, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../database/schema'
import { events } from '../events/tables'
import { WithFields } from '../http/call'
import { pageOf } from '../http/paging'
import { Refusal } from '../http/refusal'
import { quizScores } from './tables'

const { name, nameKey, phoneEnd, olympiad, correct_answers, total_question } = quizScores
const up = (column: PgColumn) => ({ column, rises: true })
const down = (column: PgColumn) => ({ column, rises: false })

/**
 * Ascending; each is an index of the table. All that is shown is in them, so that pages fit together, and never the
 * whole phone, whose order would tell what the mask hides.
 */
const orders: Record<ScoreColumn, ReturnType<typeof up>[]> = {
  name: [up(nameKey), up(name), up(phoneEnd), down(correct_answers), up(total_question), up(olympiad)],
  phone: [up(phoneEnd), up(nameKey), up(name), down(correct_answers), up(total_question), up(olympiad)],
  // Backwards it is what is shown first: the best, and among equals by name.
  correct_answers: [
    up(correct_answers),
    down(total_question),
    down(nameKey),
    down(name),
    down(phoneEnd),
    down(olympiad),
  ],
  total_question: [up(total_question), down(correct_answers), up(nameKey), up(name), up(phoneEnd), up(olympiad)],
}

/** All scores in one order, or the other way round. */
export const sortedScores = (db: Db | Tx, by: ScoreColumn, backwards: boolean) =>
  db
    .select({ name, phoneEnd, correct_answers, total_question, olympiad })
    .from(quizScores)
    .orderBy(...orders[by].map(({ column, rises }) => (rises === backwards ? desc(column) : asc(column))))

type Query = Record<string, string | undefined>

/** Scores with masked phones: all of them, or a page with `total` beside it. */
export async function listScores(db: Db, query: Query): Promise<ScoreSummary[] | WithFields<ScoreSummary[]>> {
  const by = oneOf(scoreColumns, 'sort', query.sort ?? 'correct_answers')
  const falls = oneOf(['asc', 'desc'], 'order', query.order ?? (query.sort ? 'asc' : 'desc')) === 'desc'
  if (query.page === undefined && query.page_size === undefined) return shown(db, await sortedScores(db, by, falls))

  const { limit, offset } = pageOf(query, 10)
  const total = await db.$count(quizScores)
  const length = Math.max(0, Math.min(limit, total - offset))
  const after = Math.max(0, total - offset - length)
  // From the nearer end: what is skipped is read all the same.
  const rows =
    offset <= after
      ? await sortedScores(db, by, falls).limit(length).offset(offset)
      : (await sortedScores(db, by, !falls).limit(length).offset(after)).reverse()
  return new WithFields(await shown(db, rows), { total })
}

type Row = Awaited<ReturnType<typeof sortedScores>>[number]

/** With masked phones, and the titles of the olympiads: few, and asked for apart, so that an index alone gives the order. */
async function shown(db: Db, rows: Row[]): Promise<ScoreSummary[]> {
  const olympiads = await db
    .select({ slug: events.slug, title: events.title })
    .from(events)
    .where(eq(events.kind, 'olympiad'))
  const titles = new Map(olympiads.map(({ slug, title }) => [slug, title]))
  return rows.map(({ phoneEnd, olympiad: slug, ...score }) => ({
    ...score,
    phone: `•••••••${phoneEnd}`,
    olympiad: { slug, title: titles.get(slug) ?? slug },
  }))
}

function oneOf<Choice extends string>(choices: readonly Choice[], parameter: string, text: string): Choice {
  const found = choices.find((choice) => choice === text)
  if (!found) throw new Refusal(400, `${parameter} must be one of ${choices.join(', ')}`)
  return found
}
