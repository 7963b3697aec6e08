import { isApiError } from '@marram/client/api-error'
import { paths } from '@marram/contracts/paths'
import type { ParticipantAnswer } from '@marram/contracts/quiz'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { Wrap } from '@marram/ui/wrap'
import { listAnswers } from '../api'
import { NightScene } from '../components/night-scene'
import { Answer } from './answer'
import { participantIn } from './participant-in'
import css from './response.module.css'
import { scoreOf } from './score-of'
import { useSummary } from './use-summary'

/** Answers of a participant; none of one whom the host does not know, whichever way it says so. */
async function answersOf(...asked: Parameters<typeof listAnswers>): Promise<ParticipantAnswer[]> {
  try {
    return await listAnswers(...asked)
  } catch (error) {
    if (isApiError(error) && error.code === 404) return []
    throw error
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const participant = participantIn(new URL(request.url))
  if (!participant) return { name: '', phone: '', answers: [] }
  return { ...participant, answers: await answersOf(participant, request.signal) }
}

export function Component() {
  const { name, phone, answers } = useLoaderData<typeof loader>()
  const score = scoreOf(answers)
  useSummary({ name, phone, ...score })
  const known = answers.length > 0
  return (
    <>
      {/* The address is somebody's name and phone number: neither is in the title. */}
      <PageMeta title="Quiz response" noIndex />
      <NightScene seed="quiz-response">
        <Breadcrumb
          trail={[
            { title: 'Olympiad', to: paths.olympiads() },
            { title: 'Quiz results', to: paths.quizResult() },
          ]}
          current="Quiz response"
        />
        <h1 className={css.heading}>
          {known ? (
            <>
              <span className={css.says}>Quiz response</span>{' '}
              <span className={css.score}>
                {score.correct_answers} of {score.total_question}
              </span>
            </>
          ) : (
            'No answers here'
          )}
        </h1>
        {known && (
          <p className={css.who}>
            <bdi>{name}</bdi>, <bdi>{phone}</bdi>
          </p>
        )}
      </NightScene>
      <Wrap className={css.page}>
        {known ? (
          <section aria-labelledby="answers">
            <h2 className={css.title} id="answers">
              Your answers
            </h2>
            <ol className={css.list}>
              {answers.map((answer, i) => (
                <Answer key={i} place={i + 1} answer={answer} />
              ))}
            </ol>
          </section>
        ) : (
          <EmptyState>
            There are no answers under this name and phone number. Both have to be written exactly as in the quiz.
          </EmptyState>
        )}
        <div className={css.ways}>
          {known && <LinkButton to={paths.quizComplete()}>Finish</LinkButton>}
          <LinkButton to={known ? paths.quizResult() : paths.olympiads()} look={known ? 'ghost' : 'primary'}>
            {known ? 'All results' : 'To the olympiads'}
          </LinkButton>
        </div>
      </Wrap>
    </>
  )
}
