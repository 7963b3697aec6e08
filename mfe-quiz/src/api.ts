import { getOlympiad as olympiadDetail } from '@marram/api-contract/olympiads'
import { inAddress } from '@marram/api-contract/participants'
import * as quiz from '@marram/api-contract/quiz'
import { type CallOptions, call, get } from '@marram/sdk/api-client'
import { ApiError, isApiError } from '@marram/sdk/api-error'

export async function getOlympiad(slug: string, signal: AbortSignal) {
  const olympiad = await get(olympiadDetail, { params: { slug }, signal })
  // Some hosts send an empty item instead of a 404.
  if (olympiad.title === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return olympiad
}

/** Some hosts send a 404 instead of an empty list. */
function noneFor404(error: unknown): never[] {
  if (isApiError(error) && error.code === 404) return []
  throw error
}

export const listQuestions = (olympiad: string, signal?: AbortSignal) =>
  get(quiz.getQuiz, { params: { slug: olympiad }, signal }).catch(noneFor404)

/** A participant's answers in all quizzes; none for an unknown participant. */
export const listAnswers = ({ name, phone }: quiz.Participant, signal: AbortSignal) =>
  get(quiz.listParticipantAnswers, { params: { name: inAddress(name), phone: inAddress(phone) }, signal }).catch(
    noneFor404,
  )

/** One page of scores. A host without paging sends all and no `total`; one without olympiads for its scores sends none. */
export async function listScores(query: CallOptions['query'], signal: AbortSignal) {
  const { data, beside } = await call(quiz.listScores, { query, signal })
  const total = Number(beside.total ?? Number.NaN)
  const olympiads = Array.isArray(beside.olympiads) ? beside.olympiads.filter(isNamed) : []
  return { scores: data, total: Number.isInteger(total) ? total : undefined, olympiads }
}

function isNamed(each: unknown): each is quiz.OlympiadName {
  const { slug, title } = Object(each) as Record<string, unknown>
  return typeof slug === 'string' && typeof title === 'string'
}
