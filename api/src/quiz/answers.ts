import { timing } from '@marram/api-contract/event-state'
import type { AnswerRecord, OptionKey, Participant } from '@marram/api-contract/quiz'
import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../database/schema'
import { events } from '../events/tables'
import { Refusal } from '../http/refusal'
import { shownName } from './short-name'
import { questions, quizAnswers, quizScores } from './tables'

/** One participant's answers, each question once; whether the questions exist is not looked up here. */
export function checkAnswers(records: AnswerRecord[]) {
  const [{ name, phone } = { name: '', phone: '' }] = records
  const selected = new Map<number, OptionKey | null>()
  for (const record of records) {
    if (record.name !== name || record.phone !== phone)
      throw new Refusal(400, 'All answers must have the same name and phone number')
    const id = questionId(record.quiz)
    if (selected.has(id)) throw new Refusal(400, `Question ${id} is answered twice`)
    selected.set(id, record.selected_answer ?? null)
  }
  return { participant: { name, phone }, selected }
}
type CheckedAnswers = ReturnType<typeof checkAnswers>

/** The largest PostgreSQL integer. */
const HIGHEST_ID = 2 ** 31 - 1

function questionId(quiz: AnswerRecord['quiz']): number {
  const text = String(quiz).trim()
  if (!/^\d{1,10}$/.test(text) || Number(text) > HIGHEST_ID) throw noQuestion(text.slice(0, 40))
  return Number(text)
}

const noQuestion = (id: string | number) => new Refusal(400, `There is no question ${id}`)

/** The number of an advisory lock that nothing else on this database uses. */
const PARTICIPANT_LOCK = 77_106

/**
 * Prevents other writes of this participant's answers and scores until the transaction ends. Without it, each of two
 * concurrent submissions would count without the other's answers.
 */
export async function lockParticipant(tx: Tx, { name, phone }: Participant): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PARTICIPANT_LOCK}, hashtext(${`${name}\n${phone}`}))`)
}

/** Marks and stores answers, replacing earlier ones, and recounts the scores. The quizzes must be open `today`. */
export async function storeAnswers(tx: Tx, { participant, selected }: CheckedAnswers, today: string): Promise<void> {
  const marked = await mark(tx, selected, today)
  await lockParticipant(tx, participant)
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
    const time = first !== null && last !== null ? timing({ first, last }, today) : 'now'
    if (time === 'coming') throw new Refusal(403, `This quiz has not begun: it begins on ${inWords(first)}.`)
    if (time === 'over') throw new Refusal(403, `This quiz is over: it ended on ${inWords(last)}.`)
    return { question: id, olympiad: question.olympiad, selected: option, correct: option === question.answer }
  })
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (day: string | null) => dates.format(new Date(day ?? ''))

export const ofParticipant = (table: typeof quizAnswers | typeof quizScores, { name, phone }: Participant) =>
  and(eq(table.name, name), eq(table.phone, phone))

/** Counts the scores of a participant, who must be locked, by olympiad, and stores them. Returns how many there are. */
export async function recount(tx: Tx, { name, phone }: Participant): Promise<number> {
  const participant = { name, phone }
  const counted = await tx
    .select({
      olympiad: quizAnswers.olympiad,
      correct_answers: sql<number>`count(*) filter (where ${quizAnswers.correct})`.mapWith(Number),
      total_question: count(),
    })
    .from(quizAnswers)
    .where(ofParticipant(quizAnswers, participant))
    .groupBy(quizAnswers.olympiad)
  const olympiads = counted.map(({ olympiad }) => olympiad)
  // An olympiad has no answers left if its questions have moved to others.
  const withoutAnswers = notInArray(quizScores.olympiad, olympiads)
  await tx.delete(quizScores).where(and(ofParticipant(quizScores, participant), withoutAnswers))
  if (counted.length === 0) return 0
  const keys = { ...shownName(name), phoneEnd: phone.slice(-3) }
  await tx
    .insert(quizScores)
    .values(counted.map((score) => ({ ...participant, ...keys, ...score })))
    .onConflictDoUpdate({
      target: [quizScores.name, quizScores.phone, quizScores.olympiad],
      set: { correct_answers: sql`excluded.correct_answers`, total_question: sql`excluded.total_question` },
    })
  return counted.length
}
