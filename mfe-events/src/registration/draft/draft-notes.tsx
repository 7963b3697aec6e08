import { momentOf } from '@marram/ui/dates'
import { Button } from 'antd'
import { EnteredValue } from '../fields/entered-value'
import type { FormValues } from '../fields/field'
import { labelOf, unplacedIn } from '../fields/fit-values'
import css from './draft-notes.module.css'

export function DraftNote({ at, onClear }: { at: number; onClear: () => void }) {
  const clear = () => confirm('Remove everything that you entered, also from this device?') && onClear()
  return (
    <div className={css.note}>
      <p role="status">Here is what you entered until {momentOf(at)}.</p>
      <Button className={css.button} size="small" onClick={clear}>
        Start again
      </Button>
    </div>
  )
}

/** Earlier answers that the form has no place for any more, until the visitor removes them. */
export function UnplacedAnswers({ values, onForget }: { values: FormValues; onForget: () => void }) {
  const unplaced = Object.entries(unplacedIn(values))
  if (unplaced.length === 0) return null
  const forget = () => confirm('Forget these earlier answers, also on this device?') && onForget()
  return (
    <section className={css.note} aria-label="Earlier answers without a place">
      <p role="status">
        This form has changed since you began it, and has no place for these. They are not sent; they stay on this
        device.
      </p>
      <Button className={css.button} size="small" onClick={forget}>
        Forget these
      </Button>
      <dl className={css.unplaced}>
        {unplaced.map(([key, entered]) => (
          <div key={key}>
            <dt>{labelOf(key) || 'Without a name'}</dt>
            <dd>
              <EnteredValue {...entered} alt={`What you chose for ${labelOf(key)}`} className={css.picture} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
