import { timing, today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { daysFrom, longDate } from '@marram/ui/dates'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import { useState } from 'react'
import { getOlympiad, listQuestions } from '../api'
import lake from '../art/quiz.svg'
import css from './quiz.module.css'
import { QuizForm } from './quiz-form'
import { createQuizStore, QuizContext, useQuiz, useStoredQuiz } from './quiz-store'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? ''
  const asked = listQuestions(slug, request.signal)
  const [olympiad] = await Promise.allSettled([getOlympiad(slug, request.signal), asked])
  // Some hosts have the quiz of an olympiad, and no olympiad.
  if (olympiad.status === 'rejected') {
    const questions = await asked
    if (questions.length === 0 || !isApiError(olympiad.reason)) throw olympiad.reason
    const when = { days: undefined, today: today() }
    return { slug, title: 'Olympiad quiz', image: '', minutes: undefined, when, none: false, questions }
  }
  const { title, image, quiz_minutes: minutes, date_from, date_to } = olympiad.value
  const when = { days: daysFrom(date_from, date_to), today: today() }
  const questions = await unlessFailed(asked)
  // Whether there are none is known also before the quiz begins; the questions are not sent before.
  const quiz = { slug, title, image, minutes, when, none: questions?.length === 0 }
  return { ...quiz, questions: timing(when.days, when.today) === 'coming' ? [] : questions }
}
type Loaded = Awaited<ReturnType<typeof loader>>

export function Component() {
  const quiz = useLoaderData<typeof loader>()
  // Questions that come at another try make another quiz.
  return <QuizPage key={`${quiz.slug} ${quiz.questions === undefined}`} {...quiz} />
}

function QuizPage({ questions, ...quiz }: Loaded) {
  const { slug, title, image, when } = quiz
  const [store] = useState(() => createQuizStore(questions ?? []))
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
            ...(when.days ? [{ title, to: paths.olympiad(slug), back: 'The olympiad' }] : []),
          ]}
          current="Quiz"
        />
      </div>
      <Wrap className={css.page}>
        <QuizBody {...quiz} failed={!questions} />
      </Wrap>
    </QuizContext>
  )
}

type BodyProps = Pick<Loaded, 'slug' | 'when' | 'none' | 'minutes'> & { failed: boolean }

/** The quiz, or why there is none now. A quiz that was submitted in time is shown with its marks. */
export function QuizBody({ slug, when: { days, today }, none, failed, minutes }: BodyProps) {
  const { questions, submitted } = useQuiz()
  const time = timing(days, today)
  if (days && time !== 'now' && !none && !(submitted && questions.length > 0))
    return (
      <div className={css.empty}>
        <p className={css.notNow}>
          {time === 'coming'
            ? `This quiz has not begun: it begins on ${longDate(days.first)}.`
            : `This quiz is over: it ended on ${longDate(days.last)}, and takes no answers any more.`}
        </p>
        <div className={css.ways}>
          <LinkButton to={paths.olympiad(slug)}>To the olympiad</LinkButton>
          <LinkButton to={paths.quizResult(time === 'over' ? { olympiad: slug } : {})} look="ghost">
            {time === 'over' ? 'Its results' : 'All results'}
          </LinkButton>
        </div>
      </div>
    )
  if (failed) return <FailedBlock title="We could not load the questions" />
  if (questions.length > 0) return <QuizForm olympiad={slug} over={time === 'over'} minutes={minutes} />
  return (
    <div className={css.empty}>
      <EmptyState>This olympiad has no quiz. What it has instead is on its own page.</EmptyState>
      <LinkButton to={paths.olympiad(slug)}>To the olympiad</LinkButton>
    </div>
  )
}
