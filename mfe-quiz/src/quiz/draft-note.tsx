import { Button } from '@marram/ui/button'
import { momentOf } from '@marram/ui/dates'
import css from './draft-note.module.css'
import { useQuiz, useQuizStore } from './quiz-store'
import { fieldIds } from './use-submission'

export function DraftNote() {
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
    <div className={css.note}>
      <p role="status">We kept your answers{restored.at && ` from ${momentOf(restored.at)}`}.</p>
      <Button look="ghost" size="small" onClick={clear}>
        Begin afresh
      </Button>
    </div>
  )
}
