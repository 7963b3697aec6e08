import type { Participant } from '@marram/api-contract/quiz'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { plain } from '../content/plain-text'
import type { Tx } from '../database/schema'
import { quizAnswers, quizScores } from './tables'

export const ofParticipant = (table: typeof quizAnswers | typeof quizScores, { name, phone }: Participant) =>
  and(eq(table.name, name), eq(table.phone, phone))

/**
 * Keeps others from writing this participant's answers and scores of these olympiads until the transaction ends.
 * Without it, each of two submissions at once would count without the other's answers. They are held in one order, so
 * that no two wait for each other.
 */
export async function holdScores(tx: Tx, { name, phone }: Participant, olympiads: Iterable<string>): Promise<void> {
  const keys = { nameKey: nameKey(name), phoneEnd: phone.slice(-3) }
  const rows = [...olympiads]
    .sort()
    .map((olympiad) => ({ name, phone, olympiad, ...keys, correct_answers: 0, total_question: 0 }))
  await tx
    .insert(quizScores)
    .values(rows)
    .onConflictDoUpdate({ target: [quizScores.name, quizScores.phone, quizScores.olympiad], set: keys })
}

/** Cut, because one character can become many and an index has limits. */
const nameKey = (name: string) => [...plain(name)].slice(0, 100).join('')

/** Holds all scores of a participant who may not be known. The olympiads that they are of. */
export async function holdKnownScores(tx: Tx, participant: Participant): Promise<string[]> {
  const held = await tx
    .select()
    .from(quizScores)
    .where(ofParticipant(quizScores, participant))
    .orderBy(asc(quizScores.olympiad))
    .for('update')
  return held.map(({ olympiad }) => olympiad)
}

/** Counts the participant's records of these olympiads, each by itself. The scores must be held. */
export async function recount(tx: Tx, participant: Participant, olympiads: string[]): Promise<void> {
  const counted = await tx
    .select({
      olympiad: quizAnswers.olympiad,
      correct_answers: sql<number>`count(*) filter (where ${quizAnswers.correct})`.mapWith(Number),
      total_question: count(),
    })
    .from(quizAnswers)
    .where(and(ofParticipant(quizAnswers, participant), inArray(quizAnswers.olympiad, olympiads)))
    .groupBy(quizAnswers.olympiad)
  const scores = new Map(counted.map(({ olympiad, ...score }) => [olympiad, score]))
  for (const olympiad of olympiads) {
    const own = and(ofParticipant(quizScores, participant), eq(quizScores.olympiad, olympiad))
    const score = scores.get(olympiad)
    if (score) await tx.update(quizScores).set(score).where(own)
    // All of its questions belong to other olympiads now.
    else await tx.delete(quizScores).where(own)
  }
}
