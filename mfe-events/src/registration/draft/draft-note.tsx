import { Button } from 'antd'
import css from './draft-note.module.css'
import { momentOf } from '../moments'

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
