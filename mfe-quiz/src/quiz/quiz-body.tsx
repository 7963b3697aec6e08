import { paths } from '@marram/contracts/paths'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorState } from '@marram/ui/error-state'
import css from './quiz.module.css'
import { QuizForm } from './quiz-form'
import { useQuiz } from './quiz-store'

/** The quiz, or why there is none. */
export function QuizBody({ olympiad }: { olympiad: string }) {
  const { length } = useQuiz((quiz) => quiz.questions)
  const loading = useQuiz((quiz) => quiz.loading)
  const error = useQuiz((quiz) => quiz.error)
  const fetchAgain = useQuiz((quiz) => quiz.fetchAgain)
  if (loading) return <p role="status">Fetching the questions …</p>
  if (error)
    return (
      <ErrorState
        title="We could not load the questions"
        detail="Whatever you have answered on this device is still there."
        onRetry={() => void fetchAgain()}
      />
    )
  if (length > 0) return <QuizForm olympiad={olympiad} />
  return (
    <div className={css.empty}>
      <EmptyState>This olympiad has no quiz. What it has instead is on its own page.</EmptyState>
      <LinkButton to={paths.olympiad(olympiad)}>To the olympiad</LinkButton>
    </div>
  )
}
