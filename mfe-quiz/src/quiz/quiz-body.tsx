import { type Days, timing } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { LinkButton } from '@marram/ui/button'
import { longDate } from '@marram/ui/dates'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorState } from '@marram/ui/error-state'
import { useRef } from 'react'
import css from './quiz.module.css'
import { QuizForm } from './quiz-form'
import { useQuiz, useQuizStore } from './quiz-store'

/** When the olympiad is, and the day on which the page was made. */
export type When = { days: Days | undefined; today: string }

/** The quiz, or why there is none, or none now. What was answered in time is shown as it was marked. */
export function QuizBody({ olympiad, when: { days, today } }: { olympiad: string; when: When }) {
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
    // The button that was pressed goes.
    if (!store.getState().error) body.current?.focus()
  }
  if (days && time !== 'now' && !(submitted && length > 0))
    return (
      <NotNow olympiad={olympiad}>
        {time === 'coming'
          ? `This quiz has not begun: it begins on ${longDate(days.first)}.`
          : `This quiz is over: it ended on ${longDate(days.last)}, and takes no answers any more.`}
      </NotNow>
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
        <QuizForm olympiad={olympiad} over={time === 'over'} />
      ) : (
        <NoQuiz olympiad={olympiad} />
      )}
    </div>
  )
}

function NoQuiz({ olympiad }: { olympiad: string }) {
  return (
    <div className={css.empty}>
      <EmptyState>This olympiad has no quiz. What it has instead is on its own page.</EmptyState>
      <LinkButton to={paths.olympiad(olympiad)}>To the olympiad</LinkButton>
    </div>
  )
}

function NotNow({ olympiad, children }: { olympiad: string; children: string }) {
  return (
    <div className={css.empty}>
      <p className={css.notNow}>{children}</p>
      <div className={css.ways}>
        <LinkButton to={paths.olympiad(olympiad)}>To the olympiad</LinkButton>
        <LinkButton to={paths.quizResult()} look="ghost">
          All results
        </LinkButton>
      </div>
    </div>
  )
}
