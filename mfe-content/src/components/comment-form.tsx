import { unlessRefused } from '@marram/sdk/storage'
import { toast } from '@marram/sdk/toast'
import { Button } from '@marram/ui/button'
import { FormField } from '@marram/ui/form-field'
import { Wrap } from '@marram/ui/wrap'
import { type FormEvent, type InputHTMLAttributes, useRef, useState, useSyncExternalStore } from 'react'
import css from './comment-form.module.css'
import { StarRating } from './star-rating'

/** The API takes no comments yet: the form says so before and after, and keeps what was typed. */
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

const KEY = 'marram:commenter'
const empty = { name: '', email: '', website: '' }
type Details = typeof empty

/** Name and addresses of the commenter, stored in this browser while `kept` is true, and restored on the next page. */
function useKeptDetails() {
  const [restoreOnce] = useState(() => {
    let restored: Details | undefined | 'not yet' = 'not yet'
    return () => {
      if (restored === 'not yet') restored = restore()
      return restored
    }
  })
  // Undefined in the server's HTML, so that the browser's first render is the same.
  const found = useSyncExternalStore(neverChanges, restoreOnce, () => undefined)
  const [typed, setTyped] = useState<Partial<Details>>({})
  const [wanted, setWanted] = useState<boolean>()
  const [refused, setRefused] = useState(false)
  const details = { ...empty, ...found, ...typed }
  const kept = wanted ?? found !== undefined
  /** Several fields may change before the next render: entries from before hydration are repeated at once. */
  const latest = useRef(details)
  latest.current = details

  const keepLatest = () => {
    const isKept = store(latest.current)
    setWanted(isKept)
    setRefused(!isKept)
  }
  return {
    details,
    change: (part: Partial<Details>) => {
      latest.current = { ...latest.current, ...part }
      setTyped((before) => ({ ...before, ...part }))
      if (kept) keepLatest()
    },
    kept,
    keep: (wanted: boolean) => {
      if (wanted) return keepLatest()
      forget()
      setRefused(false)
      setWanted(false)
    },
    /** The browser refused to store them: a private window, a full disk. */
    refused,
  }
}

const neverChanges = () => () => {}

/** Undefined where something else is stored, too. */
const restore = () =>
  unlessRefused((): Details | undefined => {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const text = (name: keyof Details) => (typeof found[name] === 'string' ? found[name] : '')
    return { name: text('name'), email: text('email'), website: text('website') }
  }, undefined)

/** False where the browser refuses it. */
const store = (details: Details) =>
  unlessRefused(() => {
    localStorage.setItem(KEY, JSON.stringify(details))
    return true
  }, false)

const forget = () => unlessRefused(() => localStorage.removeItem(KEY), undefined)
