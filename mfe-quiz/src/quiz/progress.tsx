import { isCorrect, questionKeys } from './marking'
import css from './progress.module.css'
import { useQuiz } from './quiz-store'

/** More squares than these would be a pattern and no longer a place to look. */
const MOST_SQUARES = 40

/** How many questions are answered, and which; once submitted, how many and which of them right. */
export function Progress() {
  const questions = useQuiz((quiz) => quiz.questions)
  const chosen = useQuiz((quiz) => quiz.chosen)
  const submitted = useQuiz((quiz) => quiz.submitted)
  const keys = questionKeys(questions)
  const counted = questions.map((question, i) => {
    const option = chosen[keys[i] as string]
    return submitted ? isCorrect(question, option) : option !== undefined
  })
  const count = counted.filter(Boolean).length
  return (
    <section className={`${css.progress} ${submitted ? css.marked : ''}`} aria-label="Progress">
      <p className={css.what}>{submitted ? 'Correct' : 'Answered'}</p>
      <p className={css.count}>
        {count} of {questions.length}
      </p>
      {questions.length > MOST_SQUARES ? (
        <div className={css.bar} aria-hidden="true">
          <div style={{ inlineSize: `${(count / questions.length) * 100}%` }} />
        </div>
      ) : (
        <ol className={css.squares} aria-hidden="true">
          {keys.map((key, i) => (
            <li key={key} className={counted[i] ? css.on : undefined}>
              <span>{i + 1}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
