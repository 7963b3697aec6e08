import type { timing } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { LinkButton } from '@marram/ui/button'
import { DateRange } from '@marram/ui/date-range'

type Props = {
  olympiad: string
  /** Whether there are questions; undefined where that could not be found out. */
  quiz: boolean | undefined
  /** Whether it can be answered yet, or still. */
  time: ReturnType<typeof timing>
  /** The day on which it begins. */
  begins: string
}

/** The way to the quiz, or the words that there is none, or none now. Where that is not known, the quiz's own page says it. */
export function QuizStart({ olympiad, quiz, time, begins }: Props) {
  if (quiz === false) return <p>This olympiad has no quiz.</p>
  if (time === 'over') return <p>The quiz is over.</p>
  if (time === 'coming')
    return (
      <p>
        The quiz begins on <DateRange from={begins} />.
      </p>
    )
  return (
    <LinkButton to={paths.quiz(olympiad)} look="ghost" size="large">
      START QUIZ
    </LinkButton>
  )
}
