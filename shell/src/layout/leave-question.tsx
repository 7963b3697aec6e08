import { Button } from '@marram/ui/button'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import css from './leave-question.module.css'

/** A form says by this that it holds what was not sent, and in a sentence what becomes of that. */
const unsaved = () => document.querySelector<HTMLFormElement>('form[data-unsaved]')?.dataset.unsaved

/** Asks before a page with such a form is left, by a link, Back, or closing the tab. */
export function LeaveQuestion() {
  const dialog = useRef<HTMLDialogElement>(null)
  const words = useRef<string>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    words.current = unsaved()
    return words.current !== undefined
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
            Leave without sending?
          </h2>
          <p>What you entered has not been sent. {words.current}</p>
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
