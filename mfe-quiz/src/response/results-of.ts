import type { ParticipantAnswer } from '@marram/api-contract/quiz'

/** The text `true` or `false` of the host; where it says neither, the answer itself is looked at. */
export function isRight({ correct_status, selected_answer, quiz }: ParticipantAnswer): boolean {
  const said = correct_status.toLowerCase()
  if (said === 'true' || said === 'false') return said === 'true'
  return selected_answer !== null && selected_answer === quiz.answer
}

/** What a participant answered in one olympiad; only our own API says in which. */
export type Result = {
  slug: string | undefined
  title: string | undefined
  correct_answers: number
  total_question: number
  answers: ParticipantAnswer[]
}

/** One result for each olympiad, in the order in which they come: no two are added up. */
export function resultsOf(answers: ParticipantAnswer[]): Result[] {
  const olympiads = new Map<string | undefined, ParticipantAnswer[]>()
  for (const answer of answers) {
    const slug = answer.olympiad?.slug
    olympiads.set(slug, [...(olympiads.get(slug) ?? []), answer])
  }
  return [...olympiads].map(([slug, own]) => ({
    slug,
    title: own[0]?.olympiad?.title,
    correct_answers: own.filter(isRight).length,
    total_question: own.length,
    answers: own,
  }))
}
