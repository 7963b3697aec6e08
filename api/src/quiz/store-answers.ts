import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import { events } from '../events/tables'
import { type CheckedAnswers, noQuestion } from './check-answers'
import { holdScores, ofParticipant, recount } from './score'
import { questions, quizAnswers } from './tables'
import { refuseUntimely } from './timely'

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
