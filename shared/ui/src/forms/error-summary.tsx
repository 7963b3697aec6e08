import { type MouseEvent, useEffect, useId, useRef } from 'react'
import css from './error-summary.module.css'

export type Problem = {
  /** The control; a problem of the whole form has none. */
  id?: string
  message: string
}

type Props = {
  problems: Problem[]
  /** Names of the controls by their ids, for messages that do not name theirs. */
  labels?: Record<string, string>
}

/**
 * Shown above the first field after a failed attempt, with `Error: ` in the page's title. New problems take the focus;
 * problems that are left after a correction do not.
 */
export function ErrorSummary({ problems, labels = {} }: Props) {
  const titleId = useId()
  const shown = useRef(new WeakSet<Problem>())
  useEffect(() => {
    markTitle()
    return markTitle
  })
  const focusOnce = (summary: HTMLDivElement | null) => {
    if (!summary || problems.every((problem) => shown.current.has(problem))) return
    for (const problem of problems) shown.current.add(problem)
    summary.focus()
  }
  if (problems.length === 0) return null
  return (
    <div className={css.summary} role="alert" aria-labelledby={titleId} tabIndex={-1} ref={focusOnce} data-problems>
      <h2 className={css.title} id={titleId}>
        There is a problem
      </h2>
      <ul>
        {problems.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id ? (
              <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
                {named(message, labels[id])}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Depends on the page's content: it may have several forms, and its title may have changed. */
function markTitle(): void {
  const title = document.title.replace(/^Error:\s*/, '')
  const marked = document.querySelector('[data-problems]') ? `Error: ${title}` : title
  if (marked !== document.title) document.title = marked
}

const named = (message: string, label = '') => (message.includes(label) ? message : `${label}: ${message}`)

function focusField(event: MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
