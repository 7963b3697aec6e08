import { PageMeta } from '@marram/sdk/page-meta'
import { Link } from '@marram/sdk/router'
import { Button } from '@marram/ui/button'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { CheckIcon } from '@marram/ui/icons'
import { TwoHalves } from '@marram/ui/two-halves'
import type { ComponentProps, ReactNode } from 'react'
import css from './account-page.module.css'
import type { useAccountForm } from './use-account-form'

type Props = {
  form: Omit<ReturnType<typeof useAccountForm>, 'field'>
  /** Of the document; the heading is the same unless another is given. */
  title: string
  heading?: string
  description: string
  intro: ReactNode
  /** The picture beside the form. */
  art: string
  /** Which part of its height a phone shows in the strip: 0% is the sky, 100% the ground. */
  horizon: string
  action: string
  children: ReactNode
  /** Under the form: a link to the other page. */
  after: ReactNode
}

/** The form of an account beside a scene. */
export function AccountPage({ title, heading = title, description, intro, art, horizon, after, ...form }: Props) {
  return (
    <TwoHalves title={heading} intro={intro} art={art} horizon={horizon}>
      <PageMeta title={title} description={description} noIndex />
      <AccountForm {...form} />
      <p className={css.after}>{after}</p>
    </TwoHalves>
  )
}

type FormProps = Pick<Props, 'form'> & {
  /** Without it there is nothing more to send. */
  action: string | undefined
  look?: ComponentProps<typeof Button>['look']
  children?: ReactNode
}

/** Notes, error summary, button and outcome around the fields of a form. */
export function AccountForm({ form, action, look, children }: FormProps) {
  const { id, next, problems, sending, done, submit } = form
  return (
    <form id={id} className={css.form} method="post" noValidate onSubmit={submit} suppressHydrationWarning>
      <ScriptNote>{open}</ScriptNote>
      {/* In the HTML of every page; `html[data-session]` shows it to a visitor who is logged in already. */}
      {next && !done && (
        <p className={css.loggedIn}>
          You are logged in on this device already. Whoever logs in here now takes your place.
        </p>
      )}
      <ErrorSummary problems={problems} />
      {children}
      <div className={css.actions}>
        {action && (
          <Button
            type="submit"
            look={look}
            size="large"
            className={children ? css.send : css.alone}
            busy={sending}
            aria-disabled={next && done ? true : undefined}
          >
            {sending ? 'Sending' : action}
          </Button>
        )}
        {/* No status role: the toast has announced it. */}
        {done && (
          <p className={css.outcome}>
            <CheckIcon className={css.icon} />
            <span>
              <strong>{done}</strong>
              {next && (
                <>
                  {' '}
                  You are being taken to{' '}
                  <Link to={next.to} replace>
                    {next.name}
                  </Link>
                  .
                </>
              )}
            </span>
          </p>
        )}
        <HeldNote>{open}</HeldNote>
      </div>
    </form>
  )
}

const open = 'Everything on this site can be read without an account.'
