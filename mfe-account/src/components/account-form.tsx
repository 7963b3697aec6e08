import { Button } from '@marram/ui/button'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import type { ReactNode } from 'react'
import css from './account-form.module.css'
import { LoggedInNote } from './logged-in-note'
import { Outcome } from './outcome'
import type { useAccountForm } from './use-account-form'

type Props = {
  id: string
  /** What `useAccountForm` has answered. */
  form: Pick<ReturnType<typeof useAccountForm>, 'problems' | 'summary' | 'sending' | 'done' | 'submit'>
  /** Where the visitor is taken afterwards, and what that is called. */
  next: { to: string; name: string }
  /** The words on its button. */
  action: string
  children: ReactNode
}

/** The frame of both forms: notes, error summary, fields, button and outcome. */
export function AccountForm({ id, form, next, action, children }: Props) {
  const { problems, summary, sending, done, submit } = form
  return (
    <form id={id} className={css.form} method="post" noValidate onSubmit={submit} suppressHydrationWarning>
      <ScriptNote>{open}</ScriptNote>
      {!done && <LoggedInNote />}
      <ErrorSummary problems={problems} ref={summary} />
      {children}
      <div className={css.actions}>
        <Button type="submit" size="large" className={css.send} busy={sending} aria-disabled={done ? true : undefined}>
          {sending ? 'Sending' : action}
        </Button>
        {done && <Outcome message={done} next={next.to} where={next.name} />}
        <HeldNote>{open}</HeldNote>
      </div>
    </form>
  )
}

const open = 'Everything on this site can be read without an account.'
