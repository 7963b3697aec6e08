import { Link } from '@marram/sdk/router'
import { Button } from '@marram/ui/button'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { CheckIcon } from '@marram/ui/icons'
import type { ReactNode } from 'react'
import css from './account-form.module.css'
import type { useAccountForm } from './use-account-form'

type Props = {
  form: Omit<ReturnType<typeof useAccountForm>, 'field'>
  /** The words on its button. */
  action: string
  children: ReactNode
}

/** Notes, error summary, button and outcome around the fields of either form. */
export function AccountForm({ form: { id, next, problems, sending, done, submit }, action, children }: Props) {
  return (
    <form id={id} className={css.form} method="post" noValidate onSubmit={submit} suppressHydrationWarning>
      <ScriptNote>{open}</ScriptNote>
      {/* In the HTML of every page; `html[data-session]` shows it to a visitor who is logged in already. */}
      {!done && (
        <p className={css.loggedIn}>
          You are logged in on this device already. Whoever logs in here now takes your place.
        </p>
      )}
      <ErrorSummary problems={problems} />
      {children}
      <div className={css.actions}>
        <Button type="submit" size="large" className={css.send} busy={sending} aria-disabled={done ? true : undefined}>
          {sending ? 'Sending' : action}
        </Button>
        {/* No status role: the toast has announced it. */}
        {done && (
          <p className={css.outcome}>
            <CheckIcon className={css.icon} />
            <span>
              <strong>{done}</strong> You are being taken to{' '}
              <Link to={next.to} replace>
                {next.name}
              </Link>
              .
            </span>
          </p>
        )}
        <HeldNote>{open}</HeldNote>
      </div>
    </form>
  )
}

const open = 'Everything on this site can be read without an account.'
