import { getOlympiad as olympiadDetail } from '@marram/api-contract/olympiads'
import { inAddress } from '@marram/api-contract/participants'
import {
  type AnswerRecord,
  getQuiz,
  listParticipantAnswers,
  type Participant,
  type ScoreSummary,
  listScores as scoreList,
  sendScore,
  submitQuiz,
} from '@marram/api-contract/quiz'
import { call, get } from '@marram/sdk/api-client'
import { ApiError, isApiError } from '@marram/sdk/api-error'

export async function getOlympiad(slug: string, signal: AbortSignal) {
  const olympiad = await get(olympiadDetail, { params: { slug }, signal })
  // Some hosts answer with nothing where others say that it is not there.
  if (olympiad.title === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return olympiad
}

/** The questions of an olympiad's quiz; none where it has no quiz, which some hosts say by 404. */
export const listQuestions = (olympiad: string, signal?: AbortSignal) =>
  get(getQuiz, { params: { slug: olympiad }, signal }).catch((error: unknown) => {
    if (isApiError(error) && error.code === 404) return []
    throw error
  })

/** Figures of one olympiad; of which, where that is known. */
export type Summary = Omit<ScoreSummary, 'olympiad'> & { olympiad?: string | undefined }

export const sendAnswers = (records: AnswerRecord[], idempotencyKey: string) =>
  call(submitQuiz, { body: records, idempotencyKey })

/** What a participant answered, in all quizzes. Empty for one who is not known. */
export const listAnswers = ({ name, phone }: Participant, signal: AbortSignal) =>
  get(listParticipantAnswers, { params: { name: inAddress(name), phone: inAddress(phone) }, signal })

export const sendSummary = (summary: Summary) => call(sendScore, { body: summary })

/** Scores as asked for, and how many there are; a host without paging sends all of them and no number. */
export async function listScores(
  query: { page: number; page_size: number; sort: string; order: string },
  signal: AbortSignal,
): Promise<{ scores: ScoreSummary[]; total: number | undefined }> {
  const { data, beside } = await call(scoreList, { query, signal })
  const total = Number(beside.total ?? Number.NaN)
  return { scores: data, total: Number.isInteger(total) ? total : undefined }
}
