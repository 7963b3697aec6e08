import { Button } from '@marram/ui/button'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import css from './leave-question.module.css'

/** A form says by this that it holds what was not sent, and in a sentence what becomes of that; also that it is being sent. */
const unsaved = () => document.querySelector<HTMLFormElement>('form[data-unsaved]')?.dataset

/** Asks before a page with such a form is left, by a link, Back, or closing the tab. */
export function LeaveQuestion() {
  const dialog = useRef<HTMLDialogElement>(null)
  const asking = useRef<{ words: string; sending: boolean }>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    const { unsaved: words, sending } = unsaved() ?? {}
    asking.current = words === undefined ? undefined : { words, sending: sending !== undefined }
    return asking.current !== undefined
  })
  const asked = blocker.state === 'blocked'

  useEffect(() => {
    if (asked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [asked])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => unsaved() !== undefined && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  return (
    <dialog className={css.dialog} ref={dialog} aria-labelledby="leave-title" onClose={() => blocker.reset?.()}>
      {asked && (
        <>
          <h2 className={css.title} id="leave-title">
            {asking.current?.sending ? 'Leave while it is being sent?' : 'Leave without sending?'}
          </h2>
          <p>
            {asking.current?.sending ? 'What you entered is being sent.' : 'What you entered has not been sent.'}{' '}
            {asking.current?.words}
          </p>
          <div className={css.choice}>
            <Button onClick={() => blocker.reset()}>Stay here</Button>
            <Button look="ghost" onClick={() => blocker.proceed()}>
              Leave
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}
