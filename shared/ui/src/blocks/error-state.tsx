import { Button } from '../forms/button'
import css from './notice.module.css'

type Props = { title: string; detail?: string; onRetry?: () => void; busy?: boolean }

/** A block that could not be shown, while the rest of the page stands. */
export function ErrorState({ title, detail, onRetry, busy }: Props) {
  return (
    <div className={`${css.notice} ${css.failed}`} role="alert">
      <div>
        <p className={css.title}>{title}</p>
        {detail && <p className={css.detail}>{detail}</p>}
        {onRetry && (
          <Button size="small" className={css.retry} busy={busy} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
