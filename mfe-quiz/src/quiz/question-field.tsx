import type { OptionKey } from '@marram/api-contract/quiz'
import { CheckIcon, CloseIcon } from '@marram/ui/icons'
import { memo } from 'react'
import { optionsOf, optionText, questionText } from '../components/options'
import { correctOption, isCorrect, type Question } from './marking'
import css from './question-field.module.css'
import { isOneAtATime, useQuizPart, useQuizStore } from './quiz-store'

/** `place` counts from 1. */
type Props = { place: number; question: Question }

/** One question with its three options, out of sight while another one is shown; once submitted each says in words and colour what it was. */
export const QuestionField = memo(function QuestionField({ place, question }: Props) {
  const { choose } = useQuizStore()
  const chosen = useQuizPart((quiz) => quiz.chosen[question.key])
  const submitted = useQuizPart((quiz) => quiz.submitted)
  const isElsewhere = useQuizPart((quiz) => isOneAtATime(quiz) && quiz.current !== place - 1)
  const correct = correctOption(question)
  return (
    <fieldset className={css.question} data-elsewhere={isElsewhere || undefined} id={questionId(place)} tabIndex={-1}>
      <legend className={css.legend}>
        <span className={css.place}>{place}</span> <span dir="auto">{questionText(question)}</span>
      </legend>
      {optionsOf(question).map(({ key, text }) => {
        const right = submitted && key === correct
        const wrong = submitted && key === chosen && key !== correct
        return (
          <label key={key} className={`${css.option} ${right ? css.right : ''} ${wrong ? css.wrong : ''}`}>
            <input
              type="radio"
              id={optionId(place, key)}
              name={questionId(place)}
              value={key}
              checked={chosen === key}
              disabled={submitted}
              onChange={() => choose(question.key, key)}
            />
            <span dir="auto">{text}</span>
            {right && <b className={css.mark}>Correct answer</b>}
            {wrong && <b className={css.mark}>Your answer</b>}
          </label>
        )
      })}
      {submitted && <Verdict question={question} chosen={chosen} />}
    </fieldset>
  )
})

/** Fixed, so that the keyboard can be sent there. Places count from 1. */
export const questionId = (place: number) => `question-${place}`
export const optionId = (place: number, option: string) => `${questionId(place)}-${option}`

function Verdict({ question, chosen }: { question: Question; chosen: OptionKey | undefined }) {
  const correct = optionText(question, correctOption(question))
  const isRight = isCorrect(question, chosen)
  const [Sign, colour] = isRight ? [CheckIcon, css.good] : [CloseIcon, css.bad]
  return (
    <p className={css.verdict}>
      <Sign className={`${css.sign} ${colour}`} />
      <span>
        <span className={colour}>{isRight ? 'Right.' : chosen ? 'Not right.' : 'Not answered.'}</span>{' '}
        {correct ? (
          <span className={css.good}>
            Correct answer: <bdi>{correct}</bdi>
          </span>
        ) : (
          'The correct answer was not given to us.'
        )}
      </span>
    </p>
  )
}
