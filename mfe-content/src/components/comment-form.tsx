import { unlessRefused } from '@marram/sdk/storage'
import { toast } from '@marram/sdk/toast'
import { Button } from '@marram/ui/button'
import { FormField } from '@marram/ui/form-field'
import { Wrap } from '@marram/ui/wrap'
import { type FormEvent, type InputHTMLAttributes, useState } from 'react'
import css from './comment-form.module.css'
import { StarRating } from './star-rating'

/** The API takes no comments yet: the form says so before and after, and keeps what was typed. */
export function CommentForm() {
  const [rating, setRating] = useState<number>()
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    toast({
      kind: 'error',
      title: 'Not open yet',
      message: 'Comments are not open yet, so nothing was sent. What you typed is still there.',
    })
  }
  const keep = ({ target, currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (fieldOf(form, 'keep').checked) setRefused(!storeDetails(form))
    else if (target === fieldOf(form, 'keep')) {
      forgetDetails()
      setRefused(false)
    }
  }

  return (
    <section className={css.band} aria-labelledby="comment-title">
      <Wrap className={css.columns}>
        <div>
          <h2 className={css.title} id="comment-title">
            Leave a comment
          </h2>
          <p className={css.note} id="comment-note">
            Comments are not open yet. The form is ready; nothing that you enter here is sent.
          </p>
        </div>
        <form
          id="comment"
          className={css.panel}
          method="post"
          noValidate
          ref={restoreDetails}
          onSubmit={submit}
          onInput={keep}
          aria-labelledby="comment-title"
          suppressHydrationWarning
        >
          <StarRating id="comment-rating" legend="Your rating" value={rating} onChange={setRating} />
          <FormField id="comment-text" label="Comments">
            {(wiring) => <textarea {...wiring} className={css.text} name="comments" rows={6} />}
          </FormField>
          <div className={css.pair}>
            <Line name="name" label="Name" autoComplete="name" />
            <Line name="email" label="E-mail" type="email" autoComplete="email" />
          </div>
          <Line name="website" label="Website" type="url" autoComplete="url" />
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
            <Button type="submit" size="large" aria-describedby="comment-note">
              POST A COMMENT
            </Button>
            <p className={css.held} role="status">
              One moment: this page is still loading.
            </p>
            {tried && (
              <p className={css.outcome}>
                <strong>Nothing was sent.</strong> Comments are not open yet. What you typed is still here.
              </p>
            )}
          </div>
        </form>
      </Wrap>
    </section>
  )
}

const KEY = 'marram:commenter'
const details = ['name', 'email', 'website'] as const

type LineProps = InputHTMLAttributes<HTMLInputElement> & { name: (typeof details)[number]; label: string }

const Line = ({ name, label, ...rest }: LineProps) => (
  <FormField id={`comment-${name}`} label={label}>
    {(wiring) => <input {...wiring} {...rest} className={css.line} name={name} />}
  </FormField>
)

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(`comment-${name}`) as HTMLInputElement

/** Fills in what this browser has stored. What was typed before the page responded stays. */
export function restoreDetails(form: HTMLFormElement | null): void {
  const stored = unlessRefused(() => JSON.parse(localStorage.getItem(KEY) ?? 'null'), null)
  if (!form || typeof stored !== 'object' || stored === null) return
  fieldOf(form, 'keep').checked = true
  for (const name of details) {
    const field = fieldOf(form, name)
    if (field.value === '' && typeof stored[name] === 'string') field.value = stored[name]
  }
}

/** Stores name and addresses. Where the browser refuses, as with a full disk, it is false and the box is unticked. */
export function storeDetails(form: HTMLFormElement): boolean {
  const entries = Object.fromEntries(details.map((name) => [name, fieldOf(form, name).value]))
  const isStored = unlessRefused(() => {
    localStorage.setItem(KEY, JSON.stringify(entries))
    return true
  }, false)
  fieldOf(form, 'keep').checked = isStored
  return isStored
}

const forgetDetails = () => unlessRefused(() => localStorage.removeItem(KEY), undefined)
