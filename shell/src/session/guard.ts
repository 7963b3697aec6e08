import { paths } from '@marram/api-contract/paths'
import { redirect } from 'react-router-dom'
import { hasValidSession } from './session-calls'

/**
 * Lets only visitors with a valid session through; the others go to `/login` and come back afterwards. Browser only.
 * Where nothing answers the failure is thrown: it may be tried again.
 */
export async function guard(request: Request): Promise<void> {
  if (await hasValidSession(request.signal)) return
  const { pathname, search } = new URL(request.url)
  throw redirect(paths.login({ from: pathname + search }))
}
