import type { Participant } from '@marram/contracts/quiz'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Tx } from '../call'
import { quizAnswers, quizScores } from '../database/tables'
import { plain } from '../search/plain'

const ofParticipant = (table: typeof quizAnswers | typeof quizScores, { name, phone }: Participant) =>
  and(eq(table.name, name), eq(table.phone, phone))

/**
 * Keeps others from writing this participant's answers and score until the transaction ends. Without it, each of two
 * submissions at once would count without the other's answers.
 */
export async function holdScore(tx: Tx, { name, phone }: Participant): Promise<void> {
  const keys = { nameKey: nameKey(name), phoneEnd: phoneEnd(phone) }
  await tx
    .insert(quizScores)
    .values({ name, phone, ...keys, correct_answers: 0, total_question: 0 })
    .onConflictDoUpdate({ target: [quizScores.name, quizScores.phone], set: keys })
}

/** Cut, because one character can become many and an index has limits. */
const nameKey = (name: string) => [...plain(name)].slice(0, 100).join('')

/** The last three digits; none of a number that they would nearly tell. */
function phoneEnd(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 6 ? digits.slice(-3) : ''
}

/** Like `holdScore`, for a participant who may not be known: false where there is none. */
export async function holdKnownScore(tx: Tx, participant: Participant): Promise<boolean> {
  const held = await tx.select().from(quizScores).where(ofParticipant(quizScores, participant)).for('update')
  return held.length > 0
}

/** Counts over all of the participant's records. The score must be held. */
export async function recount(tx: Tx, participant: Participant): Promise<void> {
  const [counted] = await tx
    .select({
      correct_answers: sql<number>`count(*) filter (where ${quizAnswers.correct})`.mapWith(Number),
      total_question: count(),
    })
    .from(quizAnswers)
    .where(ofParticipant(quizAnswers, participant))
  await tx
    .update(quizScores)
    .set(counted ?? {})
    .where(ofParticipant(quizScores, participant))
}
