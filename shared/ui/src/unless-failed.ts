import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'

/** For what other hosts may not have: null where there is no such call. */
export async function unlessMissing<Data>(call: Promise<Data>): Promise<Data | null> {
  try {
    return await call
  } catch (error) {
    if (isApiError(error) && [404, 405].includes(error.code)) return null
    throw error
  }
}

/** For a block that the page can stand without: its data, or undefined where the call failed. */
export async function unlessFailed<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    report({ kind: 'block', message: error.message })
    return undefined
  }
}
