import { paths } from '@marram/contracts/paths'
import { LinkButton } from '@marram/ui/button'

type Props = {
  olympiad: string
  /** Whether there are questions; undefined where that could not be found out. */
  quiz: boolean | undefined
}

/** The way to the quiz, or the words that there is none. Where that is not known, the quiz's own page says it. */
export function QuizStart({ olympiad, quiz }: Props) {
  if (quiz === false) return <p>This olympiad has no quiz.</p>
  return (
    <LinkButton to={paths.quiz(olympiad)} look="ghost" size="large">
      START QUIZ
    </LinkButton>
  )
}
