import { toast } from '@marram/sdk/toast'
import { Button } from '@marram/ui/button'
import { FormField } from '@marram/ui/form-field'
import { StarRating } from '@marram/ui/star-rating'
import { Wrap } from '@marram/ui/wrap'
import { type FormEvent, type InputHTMLAttributes, useState } from 'react'
import css from './comment-form.module.css'
import { type Details, useKeptDetails } from './kept-details'

/** Complete, but nothing takes comments yet: it says so before and after, and keeps what was typed. */
export function CommentForm() {
  const [comment, setComment] = useState('')
  const [rating, setRating] = useState<number>()
  const [tried, setTried] = useState(false)
  const { details, change, kept, keep, refused } = useKeptDetails()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    toast({
      kind: 'error',
      title: 'Not open yet',
      message: 'Comments are not open yet, so nothing was sent. What you typed is still there.',
    })
  }
  const line = (name: keyof Details, label: string, rest: InputHTMLAttributes<HTMLInputElement>) => (
    <FormField id={`comment-${name}`} label={label}>
      {(wiring) => (
        <input
          {...wiring}
          {...rest}
          className={css.line}
          name={name}
          value={details[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </FormField>
  )

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
          onSubmit={submit}
          aria-labelledby="comment-title"
          suppressHydrationWarning
        >
          <StarRating id="comment-rating" legend="Your rating" value={rating} onChange={setRating} />
          <FormField id="comment-text" label="Comments">
            {(wiring) => (
              <textarea
                {...wiring}
                className={css.text}
                name="comments"
                rows={6}
                value={comment}
                onChange={({ target }) => setComment(target.value)}
              />
            )}
          </FormField>
          <div className={css.pair}>
            {line('name', 'Name', { autoComplete: 'name' })}
            {line('email', 'E-mail', { type: 'email', autoComplete: 'email' })}
          </div>
          {line('website', 'Website', { type: 'url', autoComplete: 'url' })}
          <div>
            <label className={css.keep}>
              <input id="comment-keep" type="checkbox" checked={kept} onChange={({ target }) => keep(target.checked)} />
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
