import { paths } from '@marram/api-contract/paths'
import { Button, LinkButton } from '@marram/ui/button'
import { momentOf } from '@marram/ui/dates'
import { closeDialog, showModal } from '@marram/ui/dialog'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { TextLink } from '@marram/ui/text-link'
import { type MouseEvent, useEffect } from 'react'
import draftCss from './draft-note.module.css'
import { isCorrect, openQuestions, type Question } from './marking'
import openQuestionsCss from './open-questions.module.css'
import { ParticipantFields } from './participant-fields'
import progressCss from './progress.module.css'
import { optionId, QuestionField, questionId } from './question-field'
import { QuizClock } from './quiz-clock'
import css from './quiz-form.module.css'
import { isOneAtATime, useQuiz, useQuizStore } from './quiz-store'
import stepsCss from './steps.module.css'
import { fieldIds, useSubmission } from './use-submission'

type Props = { olympiad: string; over: boolean; minutes: number | undefined }

export function QuizForm({ olympiad, over, minutes }: Props) {
  const { questions, chosen, submitted, notStored } = useQuiz()
  // Until then the next question comes first.
  const isComplete = questions.every(({ key }) => chosen[key] !== undefined)
  useFocusOfStep()
  const { submit, send, sending, problems, element, asking, goBack } = useSubmission(olympiad)
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
        <DraftNote />
        <ErrorSummary problems={problems} />
        <ParticipantFields problems={problems} />
        <h2 className="visually-hidden">Questions</h2>
        <View />
        {questions.map((question, i) => (
          <QuestionField key={question.key} place={i + 1} question={question} />
        ))}
        <Steps />
      </div>
      <div className={css.side}>
        <div>
          <Progress />
          {!submitted && minutes ? <QuizClock minutes={minutes} /> : null}
        </div>
        <div className={css.actions}>
          {submitted ? (
            <Result olympiad={olympiad} over={over} />
          ) : (
            <>
              <p className={css.note}>
                {notStored
                  ? 'Your browser keeps nothing for this site: if you leave this page, your answers are lost.'
                  : 'Your answers stay on this device until you submit.'}
              </p>
              <Button
                type="submit"
                size="large"
                look={isComplete ? undefined : 'ghost'}
                className={css.send}
                busy={sending}
              >
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

function DraftNote() {
  const { beginAfresh } = useQuizStore()
  const { restored, submitted } = useQuiz()
  if (!restored || submitted) return null
  const clear = () => {
    if (!confirm('Remove your name, phone number and all answers to this quiz from this device?')) return
    beginAfresh()
    // The button that had the focus is gone.
    document.getElementById(fieldIds.name)?.focus()
  }
  return (
    <div className={draftCss.note}>
      <p role="status">We kept your answers{restored.at && ` from ${momentOf(restored.at)}`}.</p>
      <Button look="ghost" size="small" onClick={clear}>
        Start again
      </Button>
    </div>
  )
}

function Result({ olympiad, over }: { olympiad: string; over: boolean }) {
  const { startAgain } = useQuizStore()
  const { name, phone } = useQuiz()
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
      <TextLink to={paths.quizResult({ olympiad })}>Results of this quiz</TextLink>
    </>
  )
}

function View() {
  const { showAll } = useQuizStore()
  const { questions, current, submitted, all } = useQuiz()
  const count = questions.length
  if (submitted || count < 2) return null
  return (
    <div className={stepsCss.row}>
      <p>{all ? `All ${count} questions` : `Question ${current + 1} of ${count}`}</p>
      <Button look="ghost" size="small" onClick={() => showAll(!all)}>
        {all ? 'Show one at a time' : 'Show all at once'}
      </Button>
    </div>
  )
}

function Steps() {
  const { show } = useQuizStore()
  const quiz = useQuiz()
  if (!isOneAtATime(quiz)) return null
  const { current, questions } = quiz
  const go = (place: number) => show(place, questionId(place + 1))
  return (
    <div className={`${stepsCss.row} ${stepsCss.steps}`}>
      {current > 0 && (
        <Button look="ghost" onClick={() => go(current - 1)}>
          Previous question
        </Button>
      )}
      {current < questions.length - 1 && (
        <Button className={stepsCss.next} onClick={() => go(current + 1)}>
          Next question
        </Button>
      )}
    </div>
  )
}

/** After a step the focus goes to the question that is shown now, and its beginning into sight. */
function useFocusOfStep() {
  const { focus } = useQuiz()
  useEffect(() => {
    const target = focus && document.getElementById(focus.id)
    target?.focus({ preventScroll: true })
    target?.closest('fieldset')?.scrollIntoView()
  }, [focus])
}

/** Asks whether the quiz is to be sent although questions are open. Going back leads to the first of them. */
function OpenQuestions({ onGoBack, onSubmit }: { onGoBack: () => void; onSubmit: () => void }) {
  const { show } = useQuizStore()
  const { questions, chosen } = useQuiz()
  const open = openQuestions(questions, chosen)
  const goBack = (event: MouseEvent) => {
    closeDialog(event)
    const [first = 0] = open
    show(first, optionId(first + 1, 'option1'))
  }
  const many = open.length > 1
  return (
    <dialog ref={showModal} className={openQuestionsCss.dialog} aria-labelledby="open-questions" onClose={onGoBack}>
      <h2 className={openQuestionsCss.title} id="open-questions">
        {many ? `${open.length} questions are not answered` : 'One question is not answered'}
      </h2>
      <p>{many ? 'Without an answer they count' : 'Without an answer it counts'} as not right.</p>
      <div className={openQuestionsCss.actions}>
        <Button onClick={goBack}>Go back</Button>
        <Button look="ghost" onClick={onSubmit}>
          Submit anyway
        </Button>
      </div>
    </dialog>
  )
}

/** More squares than these cannot be told apart. */
const MOST_SQUARES = 40

function Progress() {
  const { show } = useQuizStore()
  const quiz = useQuiz()
  const { questions, chosen, submitted } = quiz
  const shown = isOneAtATime(quiz) ? quiz.current : undefined
  const counts = (question: Question) =>
    submitted ? isCorrect(question, chosen[question.key]) : chosen[question.key] !== undefined
  const [yes, no] = submitted ? ['correct', 'not correct'] : ['answered', 'not answered']
  const saysOf = (question: Question) => (counts(question) ? yes : no)
  const count = questions.filter(counts).length
  return (
    <section className={`${progressCss.progress} ${submitted ? progressCss.marked : ''}`} aria-label="Progress">
      <p className={progressCss.what}>{submitted ? 'Correct' : 'Answered'}</p>
      <p className={progressCss.count}>
        {count} of {questions.length}
      </p>
      {questions.length <= MOST_SQUARES && (
        <ol className={progressCss.squares} aria-label="Questions">
          {questions.map((question, i) => (
            <li
              key={question.key}
              className={counts(question) ? progressCss.on : undefined}
              data-shown={i === shown || undefined}
            >
              {/* On phones, where they are too small to be pressed, they are a line that fills. */}
              <button
                type="button"
                aria-label={`Question ${i + 1}, ${saysOf(question)}`}
                aria-current={i === shown ? 'step' : undefined}
                onClick={() => show(i, questionId(i + 1))}
              >
                {i + 1}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
