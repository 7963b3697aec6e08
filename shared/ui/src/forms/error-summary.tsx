import { useId, useRef } from 'react'
import css from './error-summary.module.css'

export type Problem = {
  /** The control; a problem of the whole form has none. */
  id?: string
  message: string
}

/** Stands above the first field after a failed attempt. Each new list of problems takes the focus. */
export function ErrorSummary({ problems }: { problems: Problem[] }) {
  const titleId = useId()
  const shown = useRef<Problem[]>(undefined)
  const focusOnce = (summary: HTMLDivElement | null) => {
    if (!summary || shown.current === problems) return
    shown.current = problems
    summary.focus()
  }
  if (problems.length === 0) return null
  return (
    <div className={css.summary} role="alert" aria-labelledby={titleId} tabIndex={-1} ref={focusOnce}>
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
