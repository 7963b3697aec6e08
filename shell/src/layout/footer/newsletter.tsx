import { subscribe } from '@marram/api-contract/newsletter'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { toast } from '@marram/sdk/toast'
import { Button } from '@marram/ui/button'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { WarningIcon } from '@marram/ui/icons'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { site } from '../site'
import css from './newsletter.module.css'

const byPhone = (
  <>
    You can also subscribe by phone: <a href={site.phone.href}>{site.phone.shown}</a>.
  </>
)

/** What was typed stays until the server has accepted it. */
export function Newsletter() {
  const [email, setEmail] = useState('')
  const [outcome, setOutcome] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const [sending, setSending] = useState(false)

  /** A mistake of another address does not apply to this one. */
  const correct = (typed: string) => {
    setEmail(typed)
    setOutcome(undefined)
    setWrong(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    correct(email)
    try {
      const { message = 'You are on the list.' } = await call(subscribe, { body: { email: email.trim() } })
      setEmail('')
      setOutcome(message)
      toast({ kind: 'success', message })
    } catch (error) {
      const message = isApiError(error) ? error.message : 'Your address could not be sent. Try again.'
      setOutcome(message)
      setWrong(isApiError(error) && (error.code === 400 || error.code === 422))
      toast({ kind: 'error', message })
    } finally {
      setSending(false)
    }
  }

  return (
    <form id="newsletter" className={css.form} method="post" onSubmit={submit} noValidate suppressHydrationWarning>
      <label className={css.label} htmlFor="newsletter-email">
        Your e-mail address
      </label>
      <div className={css.pill}>
        <input
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="name@example.org"
          aria-invalid={wrong || undefined}
          aria-describedby="newsletter-note"
          value={email}
          onChange={({ target }) => correct(target.value)}
        />
        <Button type="submit" look="honey" busy={sending}>
          {sending ? 'Sending' : 'Subscribe'}
        </Button>
      </div>
      <ScriptNote>{byPhone}</ScriptNote>
      <HeldNote>{byPhone}</HeldNote>
      <p className={css.note} id="newsletter-note">
        {outcome && (
          <strong className={css.outcome}>
            {wrong && <WarningIcon className={css.sign} />}
            {outcome}
          </strong>
        )}
        To leave the list, call <a href={site.phone.href}>{site.phone.shown}</a>.{' '}
        <Link to={paths.privacy()}>How we treat your address</Link>
      </p>
    </form>
  )
}
