import { paths } from '@marram/api-contract/paths'
import { configuration } from '@marram/sdk/configuration'
import { Button } from '@marram/ui/button'
import { downloadCalendarFile } from '@marram/ui/calendar-download'
import { results } from '../sample-content'

/** The product's words on the button; what it can do is a calendar file, which the page says beside it. */
export function Reminder() {
  const remind = () =>
    downloadCalendarFile('quiz-results', {
      title: 'Quiz results are out',
      start: results.clock,
      url: configuration().origin + paths.quizResult(),
      uid: 'quiz-results-2027@marram',
      description: 'The final results of all quizzes.',
    })
  return (
    <Button size="large" onClick={() => void remind()}>
      SEND ME EMAIL REMINDER
    </Button>
  )
}
