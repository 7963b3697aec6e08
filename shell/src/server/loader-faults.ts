import { report } from '@marram/sdk/report'
import { isRouteErrorResponse } from 'react-router-dom'

/** Tells of what a page's boundary hides on the server: errors of loaders that are no answer of the API, but mistakes. */
export function reportLoaderFaults(errors: Record<string, unknown> | null | undefined, part: string | undefined): void {
  for (const error of Object.values(errors ?? {})) {
    if (isRouteErrorResponse(error)) continue
    report({ kind: 'loader', message: String((error as Error)?.message ?? error), ...(part && { part }), error })
  }
}
