import { isApiError } from '@marram/client/api-error'
import type { ScoreSummary } from '@marram/contracts/quiz'
import { report } from '@marram/host/report'
import { useEffect } from 'react'
import { sendSummary } from '../api'

const FLAG = 'correctStatusDispatched'

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
    if (total_question === 0) return
    if (!isSent())
      sendSummary({ name, phone, correct_answers, total_question }).catch((error: unknown) =>
        report({ kind: 'quiz-score', message: isApiError(error) ? `code ${error.code}` : String(error) }),
      )
    return leave
  }, [name, phone, correct_answers, total_question])
}
