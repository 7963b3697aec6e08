import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'

/**
 * Whether the host has no such call: it responds so, or sends a page with status 200 instead of data. False if a proxy
 * reports that our API cannot be reached.
 */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) &&
  ([404, 405, 501].includes(error.code) || (error.cause as Error | undefined)?.name === 'SyntaxError')

/** For calls that other hosts may not have: null if there is no such call. */
export const unlessMissing = <Data>(call: Promise<Data>): Promise<Data | null> =>
  call.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** For an optional block of a page: its data, or undefined if the call failed. */
export const unlessFailed = <Data>(call: Promise<Data>): Promise<Data | undefined> =>
  call.catch((error: unknown) => {
    if (!isApiError(error)) throw error
    report({ kind: 'block', message: error.message })
    return undefined
  })
