import { Button } from '@marram/ui/button'
import type { MouseEvent } from 'react'
import { openQuestions } from './marking'
import css from './open-questions.module.css'
import { optionId } from './question-field'
import { useQuizStore } from './quiz-store'

type Props = { onGoBack: () => void; onSubmit: () => void }

const show = (dialog: HTMLDialogElement | null) => {
  if (!dialog?.open) dialog?.showModal()
}

/** Asks whether the quiz is to be sent although questions are open. Going back leads to the first of them. */
export function OpenQuestions({ onGoBack, onSubmit }: Props) {
  const { questions, chosen } = useQuizStore().getState()
  const open = openQuestions(questions, chosen)
  const goBack = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('dialog')?.close()
    const first = document.getElementById(optionId((open[0] ?? 0) + 1, 'option1'))
    first?.focus({ preventScroll: true })
    first?.closest('fieldset')?.scrollIntoView({ block: 'center' })
  }
  const many = open.length > 1
  return (
    <dialog ref={show} className={css.dialog} aria-labelledby="open-questions" onClose={onGoBack}>
      <h2 className={css.title} id="open-questions">
        {many ? `${open.length} questions are not answered` : 'One question is not answered'}
      </h2>
      <p>{many ? 'Without an answer they count' : 'Without an answer it counts'} as not right.</p>
      <div className={css.actions}>
        <Button onClick={goBack}>Go back</Button>
        <Button look="ghost" onClick={onSubmit}>
          Submit anyway
        </Button>
      </div>
    </dialog>
  )
}
