import type { ParticipantAnswer } from '@marram/api-contract/quiz'
import { CheckIcon, CloseIcon } from '@marram/ui/icons'
import { optionText, questionText } from '../components/options'
import css from './answer.module.css'
import { isRight } from './results-of'

/** One question as it was answered; where that was wrong, the correct answer in red below. */
export function Answer({ place, answer }: { place: number; answer: ParticipantAnswer }) {
  const { quiz, selected_answer } = answer
  const right = isRight(answer)
  const Sign = right ? CheckIcon : CloseIcon
  return (
    <li className={css.answer}>
      <span className={css.place} aria-hidden="true">
        {place}
      </span>
      <h3 className={css.question} dir="auto">
        {questionText(quiz)}
      </h3>
      <dl className={css.lines}>
        <div className={right ? css.right : css.given}>
          <dt>
            <Sign className={css.sign} />
            {right ? 'Your answer, correct' : 'Your answer'}
          </dt>
          <dd dir="auto">{optionText(quiz, selected_answer) ?? 'None'}</dd>
        </div>
        {!right && (
          <div className={css.wrong}>
            <dt>Correct answer</dt>
            <dd dir="auto">{optionText(quiz, quiz.answer) ?? 'It was not given to us.'}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
