import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { useEffect } from 'react'
import { type Summary, sendSummary } from '../api'

/** Sends a participant's summary once per visit. A failure is reported, and not shown. */
export function useSummary({ name, phone, correct_answers, total_question, olympiad }: Summary): void {
  useEffect(() => {
    beginVisit()
    if (total_question === 0) return
    // A moment later, so that an effect which React only tries out, as it does in development, sends nothing.
    const timer = setTimeout(() => {
      if (isSent()) return
      sendSummary({ name, phone, correct_answers, total_question, olympiad }).catch((error: unknown) =>
        report({ kind: 'quiz-score', message: isApiError(error) ? `code ${error.code}` : String(error) }),
      )
    })
    return () => {
      clearTimeout(timer)
      endVisit()
    }
  }, [name, phone, correct_answers, total_question, olympiad])
}

const FLAG = 'correctStatusDispatched'

let begun = false

/**
 * Begins a visit to a response. A document that is no reload of this very page is another visit: the one before it may
 * have ended without a word, by a closed tab or an address that was typed.
 */
export function beginVisit(): void {
  if (!begun && !isReloadOf(location.pathname)) endVisit()
  begun = true
}

function isReloadOf(pathname: string): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document?.type === 'reload' && new URL(document.name).pathname === pathname
}

/** Whether this visit has sent its summary; from now on it has. Where storage is refused a reload counts as another visit. */
export function isSent(): boolean {
  try {
    const sent = sessionStorage.getItem(FLAG) !== null
    sessionStorage.setItem(FLAG, 'true')
    return sent
  } catch {
    return false
  }
}

export function endVisit(): void {
  try {
    sessionStorage.removeItem(FLAG)
  } catch {
    // Then it was never there.
  }
}
