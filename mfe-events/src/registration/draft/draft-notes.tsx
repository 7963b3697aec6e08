import { uniqueKeys } from '@marram/ui/unique-keys'
import { Button } from 'antd'
import { EnteredValue } from '../fields/entered-value'
import type { Unplaced } from '../fields/form-values'
import { momentOf } from '../moments'
import css from './draft-notes.module.css'

/** Says that earlier answers are back. */
export function DraftNote({ at, onClear }: { at: number; onClear: () => void }) {
  const clear = () => {
    if (confirm('Remove everything that you entered, also from this device?')) onClear()
  }
  return (
    <div className={css.note}>
      <p role="status">Here is what you entered until {momentOf(at)}.</p>
      <Button className={css.button} size="small" onClick={clear}>
        Start afresh
      </Button>
    </div>
  )
}

type Props = { unplaced: Unplaced[]; onForget: () => void }

/** Earlier answers that the form has no place for any more: to be read, copied, and removed when the visitor says so. */
export function UnplacedAnswers({ unplaced, onForget }: Props) {
  if (unplaced.length === 0) return null
  const keys = uniqueKeys(unplaced.map(([key]) => key))
  const forget = () => {
    if (confirm('Forget these earlier answers, also on this device?')) onForget()
  }
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
        {unplaced.map(([key, entered], i) => (
          <div key={keys[i]}>
            <dt>{key || 'Without a name'}</dt>
            <dd>
              <EnteredValue {...entered} alt={`What you chose for ${key}`} className={css.picture} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
