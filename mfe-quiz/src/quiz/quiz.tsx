import { type Days, timing, today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { type ApiError, isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { report } from '@marram/sdk/report'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { daysFrom, longDate } from '@marram/ui/dates'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorState } from '@marram/ui/failed-block'
import { PageBanner } from '@marram/ui/page-banner'
import { Wrap } from '@marram/ui/wrap'
import { useRef, useState } from 'react'
import { getOlympiad, listQuestions } from '../api'
import lake from '../art/quiz.svg'
import css from './quiz.module.css'
import { QuizForm } from './quiz-form'
import { createQuizStore, QuizContext, useQuiz, useQuizStore, useStoredQuiz } from './quiz-store'

/** What a call returned, or the error that it ended with. */
const outcome = <Data,>(call: Promise<Data>): Promise<Data | ApiError> =>
  call.catch((error: unknown) => {
    if (isApiError(error)) return error
    throw error
  })

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? ''
  const [olympiad, questions] = await Promise.all([
    outcome(getOlympiad(slug, request.signal)),
    outcome(listQuestions(slug, request.signal)),
  ])
  // Some hosts have the quiz of an olympiad, and no olympiad.
  if (isApiError(olympiad)) {
    if (isApiError(questions)) throw questions
    if (questions.length === 0) throw olympiad
    const when = { days: undefined, today: today() }
    return { slug, title: 'Olympiad quiz', image: '', minutes: undefined, when, none: false, questions }
  }
  const { title, image, quiz_minutes: minutes } = olympiad
  const when = { days: daysFrom(olympiad.date_from, olympiad.date_to), today: today() }
  const none = !isApiError(questions) && questions.length === 0
  const quiz = { slug, title, image, minutes, when, none }
  // Questions are not sent before the quiz begins.
  if (timing(when.days, when.today) === 'coming') return { ...quiz, questions: [] }
  if (!isApiError(questions)) return { ...quiz, questions }
  report({ kind: 'quiz', message: questions.message })
  return { ...quiz, questions: undefined }
}

export function Component() {
  const quiz = useLoaderData<typeof loader>()
  return <QuizPage key={quiz.slug} {...quiz} />
}

function QuizPage({ slug, title, image, minutes, when, none, questions }: Awaited<ReturnType<typeof loader>>) {
  const [store] = useState(() => createQuizStore(slug, questions))
  useStoredQuiz(store, slug)
  return (
    <QuizContext value={store}>
      <PageMeta
        title={`${title}: the quiz`}
        description={`Take the quiz of “${title}”: three answers to choose from for each question.`}
        image={image}
      />
      <div className={css.banner}>
        <PageBanner
          title={title}
          hour="night"
          art={lake}
          trail={[
            { title: 'Olympiad', to: paths.olympiads() },
            ...(when.days ? [{ title, to: paths.olympiad(slug) }] : []),
          ]}
          current="Quiz"
        />
      </div>
      <Wrap className={css.page}>
        <QuizBody olympiad={slug} when={when} none={none} minutes={minutes} />
      </Wrap>
    </QuizContext>
  )
}

/** When the olympiad is, and the day on which the page was rendered. */
export type When = { days: Days | undefined; today: string }

type BodyProps = {
  olympiad: string
  when: When
  /** Whether the olympiad is known to have no questions, whenever it is. */
  none: boolean
  minutes: number | undefined
}

/** The quiz, or why there is none now. A quiz that was submitted in time is shown with its marks. */
export function QuizBody({ olympiad, when: { days, today }, none, minutes }: BodyProps) {
  const { length } = useQuiz((quiz) => quiz.questions)
  const loading = useQuiz((quiz) => quiz.loading)
  const error = useQuiz((quiz) => quiz.error)
  const submitted = useQuiz((quiz) => quiz.submitted)
  const store = useQuizStore()
  const time = timing(days, today)
  const body = useRef<HTMLDivElement>(null)
  const retry = async () => {
    const { loading, fetchAgain } = store.getState()
    if (loading) return
    await fetchAgain()
    // The button that had the focus is gone.
    if (!store.getState().error) body.current?.focus()
  }
  if (days && time !== 'now' && !none && !(submitted && length > 0))
    return (
      <div className={css.empty}>
        <p className={css.notNow}>
          {time === 'coming'
            ? `This quiz has not begun: it begins on ${longDate(days.first)}.`
            : `This quiz is over: it ended on ${longDate(days.last)}, and takes no answers any more.`}
        </p>
        <div className={css.ways}>
          <LinkButton to={paths.olympiad(olympiad)}>To the olympiad</LinkButton>
          <LinkButton to={paths.quizResult(time === 'over' ? { olympiad } : {})} look="ghost">
            {time === 'over' ? 'Its results' : 'All results'}
          </LinkButton>
        </div>
      </div>
    )
  return (
    <div ref={body} className={css.body} tabIndex={-1}>
      {error ? (
        <ErrorState
          title="We could not load the questions"
          detail={loading ? 'Fetching the questions …' : 'Whatever you have answered on this device is still there.'}
          busy={loading}
          onRetry={() => void retry()}
        />
      ) : length > 0 ? (
        <QuizForm olympiad={olympiad} over={time === 'over'} minutes={minutes} />
      ) : (
        <div className={css.empty}>
          <EmptyState>This olympiad has no quiz. What it has instead is on its own page.</EmptyState>
          <LinkButton to={paths.olympiad(olympiad)}>To the olympiad</LinkButton>
        </div>
      )}
    </div>
  )
}
