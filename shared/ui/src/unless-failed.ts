import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'

/**
 * Whether the host has no such call: it says so, or sends a page with status 200 where data was asked for. Not so where
 * a proxy reports that our API cannot be reached.
 */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) &&
  ([404, 405, 501].includes(error.code) || (error.cause as Error | undefined)?.name === 'SyntaxError')

/** For what other hosts may not have: null where there is no such call. */
export const unlessMissing = <Data>(call: Promise<Data>): Promise<Data | null> =>
  call.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** For a block that the page can stand without: its data, or undefined where the call failed. */
export const unlessFailed = <Data>(call: Promise<Data>): Promise<Data | undefined> =>
  call.catch((error: unknown) => {
    if (!isApiError(error)) throw error
    report({ kind: 'block', message: error.message })
    return undefined
  })
