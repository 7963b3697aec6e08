import { type Ref, useId } from 'react'
import css from './error-summary.module.css'

export type Problem = {
  /** The control that it is about; a problem of the whole form has none. */
  id?: string
  message: string
}

/** Stands above the first field after a failed attempt. The page gives it focus through `ref`. */
export function ErrorSummary({ problems, ref }: { problems: Problem[]; ref?: Ref<HTMLDivElement> }) {
  const titleId = useId()
  if (problems.length === 0) return null
  return (
    <div className={css.summary} role="alert" aria-labelledby={titleId} tabIndex={-1} ref={ref}>
      <h2 className={css.title} id={titleId}>
        There is a problem
      </h2>
      <ul>
        {problems.map(({ id, message }) => (
          <li key={`${id} ${message}`}>{id ? <ProblemLink id={id} message={message} /> : message}</li>
        ))}
      </ul>
    </div>
  )
}

function ProblemLink({ id, message }: { id: string; message: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      {message}
    </a>
  )
}
