import { type ArticleKind, createComment } from '@marram/api-contract/comments'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { idempotencyKeys } from '@marram/sdk/idempotency-keys'
import { Link } from '@marram/sdk/router'
import { unlessRefused } from '@marram/sdk/storage'
import { toast } from '@marram/sdk/toast'
import { Button } from '@marram/ui/button'
import { ErrorSummary, type Problem } from '@marram/ui/error-summary'
import { FormField } from '@marram/ui/form-field'
import { ScriptNote } from '@marram/ui/form-notes'
import { Unbroken } from '@marram/ui/unbroken'
import { Wrap } from '@marram/ui/wrap'
import { type FormEvent, useRef, useState } from 'react'
import css from './comment-form.module.css'
import { StarRating } from './star-rating'

/** `open`: the API accepts comments. If it does not, the form shows that before and after, and the typed text stays. */
type Props = { kind: ArticleKind; slug: string; open: boolean }

const NOT_OPEN = 'Comments are not open yet, so nothing was sent. What you typed is still there.'

/** The shell's text for a visitor who leaves meanwhile. */
const SENDING = 'It goes on while you look at other pages here, and a message tells you how it ended.'

export function CommentForm({ kind, slug, open }: Props) {
  const [rating, setRating] = useState<number>()
  const [refused, setRefused] = useState(false)
  const [unsaved, setUnsaved] = useState(false)
  const { submit, sending, problems, errorOf, correct, outcome } = useSending(open, async (form, key) => {
    const text = fieldOf(form, 'text').value
    const body = { kind, slug, text, ...detailsIn(form), rating }
    const options = { body, idempotencyKey: key(body) }
    const { message = 'Thank you. Your comment has been sent.' } = await call(createComment, options)
    // Words that were typed meanwhile are another comment.
    if (fieldOf(form, 'text').value === text) {
      fieldOf(form, 'text').value = ''
      setRating(undefined)
      setUnsaved(false)
    }
    return message
  })
  const keep = ({ target, currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (fieldOf(form, 'keep').checked) setRefused(!storeDetails(form))
    else if (target === fieldOf(form, 'keep')) {
      forgetDetails()
      setRefused(false)
    }
  }
  const line = (name: Detail) => {
    const { label, ...input } = details[name]
    return (
      <FormField id={`comment-${name}`} label={label} optional={open && name !== 'name'} error={errorOf(name)}>
        {(wiring) => <input {...wiring} {...input} className={css.line} name={name} />}
      </FormField>
    )
  }

  return (
    <section className={css.band} aria-labelledby="comment-title">
      <Wrap>
        <div>
          <h2 className={css.title} id="comment-title">
            Leave a comment
          </h2>
          <p className={css.note} id="comment-note">
            {open ? (
              <>
                Somebody here reads each comment before it is shown, with your name and the day. Your{' '}
                <Unbroken>e-mail</Unbroken> address is never shown. What you send while you are logged in, you can take
                back in <Link to={paths.account()}>your account</Link>.
              </>
            ) : (
              'Comments are not open yet. The form is ready; nothing that you enter here is sent.'
            )}
          </p>
        </div>
        {/* Opened by the browser itself, so that it works before the page responds. */}
        <details className={css.more} suppressHydrationWarning>
          <summary className={css.open}>Write a comment</summary>
          <form
            id="comment"
            className={css.panel}
            method="post"
            noValidate
            ref={restoreDetails}
            onSubmit={submit}
            data-unsaved={unsaved ? (sending ? SENDING : 'No draft of it is kept: it will be gone.') : undefined}
            data-sending={unsaved && sending ? '' : undefined}
            onInput={(event) => {
              setUnsaved(fieldOf(event.currentTarget, 'text').value !== '')
              keep(event)
              correct(event.target)
            }}
            aria-labelledby="comment-title"
            suppressHydrationWarning
          >
            <ScriptNote>Articles and their comments can be read all the same.</ScriptNote>
            <ErrorSummary problems={problems} />
            <StarRating id="comment-rating" optional={open} value={rating} onChange={setRating} />
            <FormField id="comment-text" label="Comments" error={errorOf('text')}>
              {(wiring) => <textarea {...wiring} className={css.text} name="comments" rows={6} />}
            </FormField>
            <div className={css.pair}>
              {line('name')}
              {line('email')}
            </div>
            {line('website')}
            <div>
              <label className={css.keep}>
                <input id="comment-keep" type="checkbox" />
                Save my name, e-mail and website in this browser for the next time I comment
              </label>
              {refused && (
                <p className={css.refused} role="status">
                  This browser does not let us save anything, so your details are not kept.
                </p>
              )}
            </div>
            <div className={css.actions}>
              <Button type="submit" size="large" busy={sending} aria-describedby="comment-note">
                POST A COMMENT
              </Button>
              <p className={css.held} role="status">
                One moment: this page is still loading.
              </p>
              {outcome && <p className={css.outcome}>{outcome}</p>}
            </div>
          </form>
        </details>
      </Wrap>
    </section>
  )
}

type Send = (form: HTMLFormElement, keyFor: (body: object) => string) => Promise<string>

/** Sends a comment once, however often its button is pressed. What was typed stays until it has arrived. */
function useSending(open: boolean, send: Send) {
  const [problems, setProblems] = useState<Problem[]>([])
  const [outcome, setOutcome] = useState<string>()
  const [sending, setSending] = useState(false)
  const [keys] = useState(idempotencyKeys)
  const busy = useRef(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!open) {
      toast({ kind: 'error', title: 'Not open yet', message: NOT_OPEN })
      return setOutcome(`Nothing was sent. ${NOT_OPEN}`)
    }
    if (busy.current) return
    busy.current = true
    setSending(true)
    setOutcome(undefined)
    try {
      const message = await send(event.currentTarget, keys.keyFor)
      keys.forget()
      toast({ kind: 'success', message })
      setProblems([])
      setOutcome(message)
    } catch (error) {
      const { message, fields } = isApiError(error) ? error : { message: 'That did not work. Try again.', fields: {} }
      toast({ kind: 'error', message })
      const atFields = Object.entries(fields).map(([name, words]) => ({ id: `comment-${name}`, message: words }))
      setProblems(atFields.length > 0 ? atFields : [{ message }])
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return {
    ...{ submit, sending, problems, outcome },
    errorOf: (name: string) => problems.find(({ id }) => id === `comment-${name}`)?.message,
    correct: (target: EventTarget) => setProblems((before) => before.filter(({ id }) => id !== (target as Element).id)),
  }
}

const KEY = 'marram:commenter'
const details = {
  name: { label: 'Name', autoComplete: 'name' },
  email: { label: 'E-mail', type: 'email', autoComplete: 'email' },
  website: { label: 'Website', type: 'url', autoComplete: 'url' },
}
type Detail = keyof typeof details
const detailNames = ['name', 'email', 'website'] as const

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(`comment-${name}`) as HTMLInputElement

const detailsIn = (form: HTMLFormElement) =>
  Object.fromEntries(detailNames.map((name) => [name, fieldOf(form, name).value]))

/** Fills in what this browser has stored. What was typed before the page responded stays. */
export function restoreDetails(form: HTMLFormElement | null): void {
  const stored = unlessRefused(() => JSON.parse(localStorage.getItem(KEY) ?? 'null'), null)
  if (!form || typeof stored !== 'object' || stored === null) return
  fieldOf(form, 'keep').checked = true
  for (const name of detailNames) {
    const field = fieldOf(form, name)
    if (field.value === '' && typeof stored[name] === 'string') field.value = stored[name]
  }
}

/** Stores name and addresses. Where the browser refuses, as with a full disk, it is false and the box is unticked. */
export function storeDetails(form: HTMLFormElement): boolean {
  const isStored = unlessRefused(() => {
    localStorage.setItem(KEY, JSON.stringify(detailsIn(form)))
    return true
  }, false)
  fieldOf(form, 'keep').checked = isStored
  return isStored
}

const forgetDetails = () => unlessRefused(() => localStorage.removeItem(KEY), undefined)
