import { Button } from 'antd'
import type { Unplaced } from '../fields/form-values'
import css from './draft-note.module.css'
import { textOfHtml } from '../fields/plain-text'

type Props = { unplaced: Unplaced[]; onForget: () => void }

/** Earlier answers that the form has no place for any more: to be read, copied, and forgotten when the visitor says so. */
export function UnplacedAnswers({ unplaced, onForget }: Props) {
  if (unplaced.length === 0) return null
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
        {unplaced.map(([key, { kind, value }], i) => (
          <div key={i}>
            <dt>{key || 'Without a name'}</dt>
            <dd>
              {kind === 'file' ? (
                <img className={css.picture} src={value} alt={`What you chose for ${key}`} width="132" height="99" />
              ) : kind === 'paragraph' ? (
                textOfHtml(value)
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
