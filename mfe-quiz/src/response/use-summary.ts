import { type ScoreSummary, sendScore } from '@marram/api-contract/quiz'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'
import { unlessRefused } from '@marram/sdk/storage'
import { useEffect } from 'react'

/** A participant's score in one olympiad. Which one is not always known. */
type Summary = Omit<ScoreSummary, 'olympiad'> & { olympiad?: string | undefined }

/** Sends a participant's summary once per visit. A failure is reported, and not shown. */
export function useSummary({ name, phone, correct_answers, total_question, olympiad }: Summary): void {
  useEffect(() => {
    beginVisit()
    if (total_question === 0) return
    // Later, so that React's trial run of effects in development sends nothing.
    const timer = setTimeout(() => {
      if (isSent()) return
      call(sendScore, { body: { name, phone, correct_answers, total_question, olympiad } }).catch((error: unknown) =>
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

/** A new document that is no reload is another visit: the one before may have ended without a clean-up. */
export function beginVisit(): void {
  if (!begun && !isReloadOf(location.pathname)) endVisit()
  begun = true
}

function isReloadOf(pathname: string): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document?.type === 'reload' && new URL(document.name).pathname === pathname
}

/** Whether this visit has sent its summary; marks it as sent. Where storage is refused a reload counts as another visit. */
export const isSent = () =>
  unlessRefused(() => {
    const sent = sessionStorage.getItem(FLAG) !== null
    sessionStorage.setItem(FLAG, 'true')
    return sent
  }, false)

export const endVisit = () => unlessRefused(() => sessionStorage.removeItem(FLAG), undefined)
