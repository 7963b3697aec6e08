import { isApiError } from '@marram/sdk/api-error'
import { report } from '@marram/sdk/report'

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
