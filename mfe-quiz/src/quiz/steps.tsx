import { Button } from '@marram/ui/button'
import { questionId } from './question-field'
import { isOneAtATime, useQuiz, useQuizStore } from './quiz-store'
import css from './steps.module.css'

export function View() {
  const { showAll } = useQuizStore()
  const { questions, current, submitted, all } = useQuiz()
  const count = questions.length
  if (submitted || count < 2) return null
  return (
    <div className={css.row}>
      <p>{all ? `All ${count} questions` : `Question ${current + 1} of ${count}`}</p>
      <Button look="ghost" size="small" onClick={() => showAll(!all)}>
        {all ? 'Show one at a time' : 'Show all at once'}
      </Button>
    </div>
  )
}

export function Steps() {
  const { show } = useQuizStore()
  const quiz = useQuiz()
  if (!isOneAtATime(quiz)) return null
  const { current, questions } = quiz
  const go = (place: number) => show(place, questionId(place + 1))
  return (
    <div className={`${css.row} ${css.steps}`}>
      {current > 0 && (
        <Button look="ghost" onClick={() => go(current - 1)}>
          Previous question
        </Button>
      )}
      {current < questions.length - 1 && (
        <Button className={css.next} onClick={() => go(current + 1)}>
          Next question
        </Button>
      )}
    </div>
  )
}
