import { UNSAFE_ErrorResponseImpl as ErrorResponse, type HydrationState } from 'react-router-dom'

type SentError = { status: number; statusText: string; data: unknown } | { message: string }
/** What travels in the page: loader data, and errors in a form that JSON can hold. */
export type SentState = { loaderData: Record<string, unknown>; errors: Record<string, SentError> | null }

/** The router's state as the server left it; undefined where the server sent only the app shell. */
export function readHydrationState(sent: SentState | null): HydrationState | undefined {
  if (!sent) return undefined
  const errors =
    sent.errors && Object.fromEntries(Object.entries(sent.errors).map(([id, error]) => [id, revive(error)]))
  return { loaderData: sent.loaderData, errors }
}

function revive(error: SentError): unknown {
  if ('status' in error) return new ErrorResponse(error.status, error.statusText, error.data)
  return new Error(error.message)
}
