import { Link } from '@marram/sdk/router'
import { CheckIcon } from '@marram/ui/icons'
import css from './outcome.module.css'

/** What has succeeded, for as long as the page stays. The toast has announced it. */
export function Outcome({ message, next, where }: { message: string; next: string; where: string }) {
  return (
    <p className={css.outcome}>
      <CheckIcon className={css.icon} />
      <span>
        <strong>{message}</strong> You are being taken to{' '}
        <Link to={next} replace>
          {where}
        </Link>
        .
      </span>
    </p>
  )
}
