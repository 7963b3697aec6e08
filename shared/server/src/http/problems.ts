import { causes, databaseFault } from '../db/database-faults'

/** Why a request fails. `unstorable`: PostgreSQL cannot hold it. `conflict`: another row contradicts it. */
export type Problem = {
  kind: 'bad-address' | 'refused' | 'invalid' | 'unstorable' | 'conflict' | 'disk-full' | 'database-away' | 'failed'
  status: number
  message: string
  /** Messages by field. */
  errors?: Record<string, string> | undefined
  /** Seconds until another attempt is useful. */
  retryAfter?: number | undefined
  /** A fault of the server: it is logged with its stack. */
  isFault?: boolean
}

export type ProblemKind = Problem['kind']

const messages: Record<number, string> = {
  400: 'This request cannot be understood.',
  404: 'There is nothing at this address.',
  405: 'This address does not take such a request.',
  408: 'This request took too long to arrive.',
  413: 'This is too large to send.',
  415: 'Send this as JSON.',
  417: 'This server does not do what the request expects.',
  429: 'Too many requests. Wait a minute and try again.',
  431: 'The headers of this request are too large.',
  500: 'Something went wrong here. Please try again.',
  503: 'The service is not available right now. Please try again in a moment.',
}

/** The message for a status; for a status without one, that of 400 or 500. */
export const messageOf = (status: number): string => messages[status] ?? (messages[status < 500 ? 400 : 500] as string)

/** A refusal with the standard message; a status without one becomes 400. */
export function problemOfStatus(status: number): Problem {
  const known = messages[status] ? status : 400
  return { kind: 'refused', status: known, message: messageOf(known) }
}

export const badAddress: Problem = { kind: 'bad-address', status: 400, message: messageOf(400) }

type Thrown = Error & { statusCode?: number; validation?: unknown }

/** The one table of errors: maps a thrown error to a response. */
export function problemOf(error: Thrown): Problem {
  const { statusCode = 500, validation, message } = error
  if (validation) return { kind: 'invalid', status: 400, message }
  if (statusCode >= 400 && statusCode < 500) return problemOfStatus(statusCode)
  const sqlState = sqlStateOf(error)
  if (sqlState.startsWith('22')) return { kind: 'unstorable', status: 400, message: messageOf(400) }
  if (sqlState.startsWith('23'))
    return { kind: 'conflict', status: 409, message: 'This contradicts what is already stored.' }
  const fault = databaseFault(error)
  const full = 'Nothing can be stored right now. Please try again later.'
  if (fault === 'disk-full') return { kind: fault, status: 503, message: full, retryAfter: 60, isFault: true }
  if (fault) return { kind: 'database-away', status: 503, message: messageOf(503), retryAfter: 5, isFault: true }
  return { kind: 'failed', status: 500, message: messageOf(500), isFault: true }
}

/** PostgreSQL's code of an error; empty for other errors. */
const sqlStateOf = (error: unknown): string =>
  causes(error)
    .map(({ code }) => String(code))
    .find((code) => /^[0-9A-Z]{5}$/.test(code)) ?? ''
