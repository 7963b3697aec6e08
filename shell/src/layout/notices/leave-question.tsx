import { Button } from '@marram/ui/button'
import { closeDialog, showModal } from '@marram/ui/dialog'
import { useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import css from './leave-question.module.css'

/** A form with unsent entries has `data-unsaved`, a sentence about them, and `data-sending` while it sends them. */
const unsaved = () => document.querySelector<HTMLFormElement>('form[data-unsaved]')?.dataset

/** Asks before a page with such a form is left by a link or Back. */
export function LeaveQuestion() {
  const asking = useRef<{ words: string; sending: boolean }>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    const { unsaved: words, sending } = unsaved() ?? {}
    asking.current = words === undefined ? undefined : { words, sending: sending !== undefined }
    return asking.current !== undefined
  })
  if (blocker.state !== 'blocked') return null
  return (
    <dialog className={css.dialog} ref={showModal} aria-labelledby="leave-title" onClose={() => blocker.reset()}>
      <h2 className={css.title} id="leave-title">
        {asking.current?.sending ? 'Leave while it is being sent?' : 'Leave without sending?'}
      </h2>
      <p>
        {asking.current?.sending ? 'What you entered is being sent.' : 'What you entered has not been sent.'}{' '}
        {asking.current?.words}
      </p>
      <div className={css.choice}>
        <Button onClick={closeDialog}>Stay here</Button>
        <Button look="ghost" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      </div>
    </dialog>
  )
}

/** Asks before the tab is closed. Returns a function that stops it. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => unsaved() !== undefined && event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
