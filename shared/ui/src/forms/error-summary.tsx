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
 * Stands above the first field after a failed attempt, and the page's title says `Error: `. Problems that are new take the
 * focus; what is left of them once others are corrected does not.
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

/** By what stands on the page: there may be several forms on it, and the title may be another one by now. */
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
