import type { ParticipantAnswer } from '@marram/api-contract/quiz'

/** By the text `true` or `false` that the host sends; where it sends neither, by the answer itself. */
export function isRight({ correct_status, selected_answer, quiz }: ParticipantAnswer): boolean {
  const mark = correct_status.toLowerCase()
  if (mark === 'true' || mark === 'false') return mark === 'true'
  return selected_answer !== null && selected_answer === quiz.answer
}

/** One result for each olympiad, in the order in which they come. Only our own API sends the olympiad of answers. */
export function resultsOf(answers: ParticipantAnswer[]) {
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
export type Result = ReturnType<typeof resultsOf>[number]

export const scoreIn = ({ correct_answers, total_question }: Result) => `${correct_answers} of ${total_question}`
