import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { useEffect } from 'react'
import { type Summary, sendSummary } from '../api'
import { beginVisit, endVisit, isSent } from './visit'

/** Sends a participant's summary once per visit. A failure is nobody's business on the page. */
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
