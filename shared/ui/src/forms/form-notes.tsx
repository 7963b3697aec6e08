import type { ReactNode } from 'react'
import css from './form-notes.module.css'

type Props = {
  /** What the visitor can do instead, in a sentence. */
  children: ReactNode
}

export function ScriptNote({ children }: Props) {
  return (
    <noscript>
      <p className={css.note}>
        <strong>This form needs JavaScript, which is turned off in your browser.</strong> {children}
      </p>
    </noscript>
  )
}

/** Shown while a form waits for the page: the shell's boot script sets `data-held` on the form. */
export function HeldNote({ children }: Props) {
  return (
    <>
      <p className={`${css.note} ${css.soon}`} role="status">
        One moment: this page is still loading. Your entries are sent as soon as it is ready.
      </p>
      <p className={`${css.note} ${css.late}`} role="alert">
        <strong>This page has not finished loading, so nothing has been sent yet.</strong> It is sent as soon as that
        succeeds. Loading the page again may help, but you may have to fill in the form again. {children}
      </p>
    </>
  )
}
