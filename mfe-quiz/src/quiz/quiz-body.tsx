import { paths } from '@marram/contracts/paths'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorState } from '@marram/ui/error-state'
import { useRef } from 'react'
import css from './quiz.module.css'
import { QuizForm } from './quiz-form'
import { useQuiz, useQuizStore } from './quiz-store'

/** The quiz, or why there is none. */
export function QuizBody({ olympiad }: { olympiad: string }) {
  const { length } = useQuiz((quiz) => quiz.questions)
  const loading = useQuiz((quiz) => quiz.loading)
  const error = useQuiz((quiz) => quiz.error)
  const store = useQuizStore()
  const body = useRef<HTMLDivElement>(null)
  const retry = async () => {
    const { loading, fetchAgain } = store.getState()
    if (loading) return
    await fetchAgain()
    // The button that was pressed goes.
    if (!store.getState().error) body.current?.focus()
  }
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
        <QuizForm olympiad={olympiad} />
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
