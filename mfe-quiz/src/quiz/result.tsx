import { paths } from '@marram/api-contract/paths'
import { Button, LinkButton } from '@marram/ui/button'
import { useQuiz } from './quiz-store'

/** After a submission: on to the page with all answers, or once more as long as the quiz goes on. */
export function Result({ over }: { over: boolean }) {
  const name = useQuiz((quiz) => quiz.name)
  const phone = useQuiz((quiz) => quiz.phone)
  const startAgain = useQuiz((quiz) => quiz.startAgain)
  return (
    <>
      <p>
        Your answers have been sent.{' '}
        {over ? 'The quiz is over.' : 'If you answer again, the new answers replace these.'}
      </p>
      {name && phone && <LinkButton to={paths.quizResponse(name, phone)}>All your answers</LinkButton>}
      {!over && (
        <Button look="ghost" onClick={startAgain}>
          Answer again
        </Button>
      )}
    </>
  )
}
