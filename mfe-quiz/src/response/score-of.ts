import type { ParticipantAnswer } from '@marram/contracts/quiz'

/** The text `true` or `false` of the host; where it says neither, the answer itself is looked at. */
export function isRight({ correct_status, selected_answer, quiz }: ParticipantAnswer): boolean {
  const said = correct_status.toLowerCase()
  if (said === 'true' || said === 'false') return said === 'true'
  return selected_answer !== null && selected_answer === quiz.answer
}

export const scoreOf = (answers: ParticipantAnswer[]) => ({
  correct_answers: answers.filter(isRight).length,
  total_question: answers.length,
})
