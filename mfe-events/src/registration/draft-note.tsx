import { Button } from 'antd'
import css from './draft-note.module.css'
import { momentOf } from './moments'
import type { DraftState } from './use-draft'

type Props = { restored: NonNullable<DraftState['restored']>; onClear: () => void }

/** Says that earlier answers are back, and shows those that the form has no place for any more. */
export function DraftNote({ restored: { at, homeless }, onClear }: Props) {
  const clear = () => {
    if (confirm('Remove everything that you entered, also from this device?')) onClear()
  }
  return (
    <div className={css.note}>
      <p role="status">Here is what you entered until {momentOf(at)}.</p>
      <Button className={css.clear} size="small" onClick={clear}>
        Start afresh
      </Button>
      {homeless.length > 0 && (
        <div className={css.homeless}>
          <p>The form has changed since, and has no place for these:</p>
          <dl>
            {homeless.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}
