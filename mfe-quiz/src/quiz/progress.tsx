import { countCorrect, questionKeys } from './marking'
import css from './progress.module.css'
import { useQuiz } from './quiz-store'

/** More squares than these would be a pattern and no longer a place to look. */
const MOST_SQUARES = 40

/** How many questions are answered, and which; once submitted, how many of them right. */
export function Progress() {
  const questions = useQuiz((quiz) => quiz.questions)
  const chosen = useQuiz((quiz) => quiz.chosen)
  const submitted = useQuiz((quiz) => quiz.submitted)
  const keys = questionKeys(questions)
  const answered = keys.filter((key) => chosen[key]).length
  const count = submitted ? countCorrect(questions, chosen) : answered
  return (
    <section className={css.progress} aria-label="Progress">
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
            <li key={key} className={chosen[key] ? css.on : undefined}>
              <span>{i + 1}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
