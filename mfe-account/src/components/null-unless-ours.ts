import { isApiError } from '@marram/sdk/api-error'

/** Another host has no such call. */
export function nullUnlessOurs(error: unknown): null {
  if (isApiError(error) && [404, 405].includes(error.code)) return null
  throw error
}
