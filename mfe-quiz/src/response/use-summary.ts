import { isApiError } from '@marram/client/api-error'
import type { ScoreSummary } from '@marram/contracts/quiz'
import { report } from '@marram/host/report'
import { useEffect } from 'react'
import { sendSummary } from '../api'

const FLAG = 'correctStatusDispatched'

let begun = false

/** A document that is no reload is another visit: the one before it may have ended without a word, by a closed tab. */
function beginVisit(): void {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!begun && document?.type !== 'reload') leave()
  begun = true
}

/** Whether this visit has sent it; from now on it has. Where storage is refused a reload counts as another visit. */
function isSent(): boolean {
  try {
    const sent = sessionStorage.getItem(FLAG) !== null
    sessionStorage.setItem(FLAG, 'true')
    return sent
  } catch {
    return false
  }
}

function leave(): void {
  try {
    sessionStorage.removeItem(FLAG)
  } catch {
    // Then it was never there.
  }
}

/** Sends a participant's summary once per visit. A failure is nobody's business on the page. */
export function useSummary({ name, phone, correct_answers, total_question }: ScoreSummary): void {
  useEffect(() => {
    beginVisit()
    if (total_question === 0) return
    // A moment later, so that an effect which React only tries out, as it does in development, sends nothing.
    const timer = setTimeout(() => {
      if (isSent()) return
      sendSummary({ name, phone, correct_answers, total_question }).catch((error: unknown) =>
        report({ kind: 'quiz-score', message: isApiError(error) ? `code ${error.code}` : String(error) }),
      )
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [name, phone, correct_answers, total_question])
}
