import { paths } from '@marram/api-contract/paths'
import type { ParticipantAnswer } from '@marram/api-contract/quiz'
import { isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { uniqueKeys } from '@marram/ui/unique-keys'
import { Wrap } from '@marram/ui/wrap'
import { listAnswers } from '../api'
import { NightScene } from '../components/night-scene'
import { Answer } from './answer'
import { participantIn } from './participant-in'
import css from './response.module.css'
import { type Result, resultsOf } from './results-of'
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
  const results = resultsOf(answers)
  const [last] = results
  useSummary({
    name,
    phone,
    correct_answers: last?.correct_answers ?? 0,
    total_question: last?.total_question ?? 0,
    olympiad: last?.slug,
  })
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
          {last ? (
            <>
              <span className={css.says}>Quiz response</span> <span className={css.score}>{scoreIn(last)}</span>
            </>
          ) : (
            'No answers here'
          )}
        </h1>
        {last?.title && <p className={css.olympiad}>{last.title}</p>}
        {last && (
          <p className={css.who}>
            <bdi>{name}</bdi>, <bdi>{phone}</bdi>
          </p>
        )}
      </NightScene>
      <Wrap className={css.page}>
        {results.map((result, i) => (
          <ResultSection key={result.slug ?? ''} id={`answers-${i + 1}`} result={result} alone={results.length === 1} />
        ))}
        {!last && (
          <EmptyState>
            There are no answers under this name and phone number. The name has to be written exactly as in the quiz.
          </EmptyState>
        )}
        <div className={css.ways}>
          {last && <LinkButton to={paths.quizComplete()}>Finish</LinkButton>}
          <LinkButton to={last ? paths.quizResult() : paths.olympiads()} look={last ? 'ghost' : 'primary'}>
            {last ? 'All results' : 'To the olympiads'}
          </LinkButton>
        </div>
      </Wrap>
    </>
  )
}

const scoreIn = ({ correct_answers, total_question }: Result) => `${correct_answers} of ${total_question}`

/** The answers of one olympiad. Where there are several, each says its own score. */
function ResultSection({ id, result, alone }: { id: string; result: Result; alone: boolean }) {
  const keys = uniqueKeys(result.answers.map(({ quiz }) => quiz.question))
  return (
    <section className={css.result} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {alone ? 'Your answers' : (result.title ?? 'Your answers')}
        {!alone && <span className={css.own}>{scoreIn(result)}</span>}
      </h2>
      <ol className={css.list}>
        {result.answers.map((answer, i) => (
          <Answer key={keys[i]} place={i + 1} answer={answer} />
        ))}
      </ol>
    </section>
  )
}
