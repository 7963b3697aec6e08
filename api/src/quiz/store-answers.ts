import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../call'
import { questions, quizAnswers } from '../database/tables'
import { type CheckedAnswers, noQuestion } from './check-answers'
import { holdScore, recount } from './score'

/** Marks and stores answers, in place of earlier ones to the same questions, and counts the participant's score anew. */
export async function storeAnswers(tx: Tx, { participant, selected }: CheckedAnswers): Promise<void> {
  const marked = await mark(tx, selected)
  await holdScore(tx, participant)
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
  await recount(tx, participant)
}

async function mark(tx: Tx, selected: CheckedAnswers['selected']) {
  const found = await tx
    .select()
    .from(questions)
    .where(inArray(questions.id, [...selected.keys()]))
  const byId = new Map(found.map((question) => [question.id, question]))
  return [...selected].map(([id, option]) => {
    const question = byId.get(id)
    if (!question) throw noQuestion(id)
    return { question: id, olympiad: question.olympiad, selected: option, correct: option === question.answer }
  })
}
