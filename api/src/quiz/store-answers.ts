import { type Days, timing } from '@marram/api-contract/event-state'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import { events } from '../events/tables'
import { Refusal } from '../http/refusal'
import { type CheckedAnswers, noQuestion } from './check-answers'
import { holdScores, ofParticipant, recount } from './score'
import { questions, quizAnswers } from './tables'

/**
 * Marks and stores answers, in place of earlier ones to the same questions, and counts the participant's scores anew.
 * `today` is the day on which their quizzes must be open.
 */
export async function storeAnswers(tx: Tx, { participant, selected }: CheckedAnswers, today: string): Promise<void> {
  const marked = await mark(tx, selected, today)
  const olympiads = [...new Set([...marked.map(({ olympiad }) => olympiad), ...(await earlier())])]
  await holdScores(tx, participant, olympiads)
  await tx
    .insert(quizAnswers)
    .values(marked.map((answer) => ({ ...participant, ...answer })))
    .onConflictDoUpdate({
      target: [quizAnswers.name, quizAnswers.phone, quizAnswers.question],
      set: {
        olympiad: sql`excluded.olympiad`,
        selected: sql`excluded.selected`,
        correct: sql`excluded.correct`,
        createdAt: sql`excluded.created_at`,
      },
    })
  await recount(tx, participant, olympiads)

  /** A question may have belonged to another olympiad when it was answered before. */
  async function earlier(): Promise<string[]> {
    const rows = await tx
      .selectDistinct({ olympiad: quizAnswers.olympiad })
      .from(quizAnswers)
      .where(and(ofParticipant(quizAnswers, participant), inArray(quizAnswers.question, [...selected.keys()])))
    return rows.map(({ olympiad }) => olympiad)
  }
}

async function mark(tx: Tx, selected: CheckedAnswers['selected'], today: string) {
  const found = await tx
    .select({ question: questions, first: events.date_from, last: events.date_to })
    .from(questions)
    .leftJoin(events, and(eq(events.kind, 'olympiad'), eq(events.slug, questions.olympiad)))
    .where(inArray(questions.id, [...selected.keys()]))
  const byId = new Map(found.map((row) => [row.question.id, row]))
  return [...selected].map(([id, option]) => {
    const row = byId.get(id)
    if (!row) throw noQuestion(id)
    const { question, first, last } = row
    if (first !== null && last !== null) refuseUntimely({ first, last }, today)
    return { question: id, olympiad: question.olympiad, selected: option, correct: option === question.answer }
  })
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (day: string) => dates.format(new Date(day))

/** Throws where an olympiad's quiz has not begun or is over. */
function refuseUntimely(days: Days, today: string): void {
  const time = timing(days, today)
  if (time === 'coming') throw new Refusal(403, `This quiz has not begun: it begins on ${inWords(days.first)}.`)
  if (time === 'over') throw new Refusal(403, `This quiz is over: it ended on ${inWords(days.last)}.`)
}
