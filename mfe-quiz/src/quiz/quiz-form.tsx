import { paths } from '@marram/api-contract/paths'
import { Button, LinkButton } from '@marram/ui/button'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { totalTime } from '../sample-content'
import { questionKeys } from './marking'
import { OpenQuestions } from './open-questions'
import { ParticipantFields } from './participant-fields'
import { Progress } from './progress'
import { QuestionField } from './question-field'
import css from './quiz-form.module.css'
import { useQuiz } from './quiz-store'
import { useSubmission } from './use-submission'

type Props = {
  olympiad: string
  /** It was answered in time, and takes no other answers any more. */
  over: boolean
}

/** Name, phone and questions; at the side how far the participant is, and the one button. */
export function QuizForm({ olympiad, over }: Props) {
  const questions = useQuiz((quiz) => quiz.questions)
  const submitted = useQuiz((quiz) => quiz.submitted)
  const unkept = useQuiz((quiz) => quiz.unkept)
  const { submit, send, sending, problems, element, asking, goBack } = useSubmission(olympiad)
  const keys = questionKeys(questions)
  return (
    <form
      id="quiz"
      className={css.form}
      ref={element}
      method="post"
      noValidate
      onSubmit={submit}
      data-sent={submitted || undefined}
      suppressHydrationWarning
    >
      <div className={css.main}>
        <ScriptNote>You can read the questions all the same.</ScriptNote>
        <ErrorSummary problems={problems} />
        <ParticipantFields problems={problems} />
        <h2 className="visually-hidden">Questions</h2>
        {questions.map((question, i) => {
          const key = keys[i] as string
          return <QuestionField key={key} id={key} place={i + 1} question={question} />
        })}
      </div>
      <div className={css.side}>
        <Progress />
        <div className={css.actions}>
          {submitted ? (
            <Result over={over} />
          ) : (
            <>
              <p className={css.note}>
                Total time: {totalTime}.{' '}
                {unkept
                  ? 'Your browser keeps nothing for this site: if you leave this page, your answers are lost.'
                  : 'Your answers stay on this device until you submit.'}
              </p>
              <Button type="submit" size="large" className={css.send} busy={sending}>
                {sending ? 'Sending' : 'Submit answers'}
              </Button>
              <HeldNote>Your answers stay on the page.</HeldNote>
            </>
          )}
        </div>
      </div>
      {asking && <OpenQuestions onGoBack={goBack} onSubmit={() => void send()} />}
    </form>
  )
}

/** After a submission: on to the page with all answers, or once more as long as the quiz goes on. */
function Result({ over }: { over: boolean }) {
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
