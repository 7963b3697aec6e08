import { TooLate } from '../process/within'

/** The embedded database stopped itself; only a new process can open it again. */
export class DatabaseStopped extends Error {
  override readonly name = 'DatabaseStopped'
}

/**
 * The cause of a failure that is no fault of the request: the database does not respond, or its disk is full.
 * Undefined where it is neither.
 */
export function databaseFault(error: unknown): 'away' | 'disk-full' | undefined {
  const chain = causes(error)
  if (chain.some(({ code }) => code === DISK_FULL || code === 'ENOSPC')) return 'disk-full'
  return chain.some(isAway) || isFatal(error) ? 'away' : undefined
}

type Failure = { code?: unknown; message?: unknown }

/** Drizzle wraps what the engine throws. */
function causes(error: unknown): Failure[] {
  const chain: Failure[] = []
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 10; at = (at as Error).cause)
    chain.push(at)
  return chain
}

const DISK_FULL = '53100'

function isAway(failure: Failure): boolean {
  const { code, message } = failure
  if (failure instanceof DatabaseStopped || failure instanceof TooLate) return true
  if (typeof code === 'string') return NETWORK.has(code) || SQL_STATES.test(code)
  return typeof message === 'string' && WORDS.test(message)
}

const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

/** 08: the connection, 53: no more room for one, 57: shut down, starting or cancelled, 25006: a standby took over. */
const SQL_STATES = /^(08|53|57)[0-9A-Z]{3}$|^25006$/

/** pg and PGlite say with words alone that a connection cannot be had or has ended. */
const WORDS = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect$',
    '^timeout expired$',
    '^Query read timeout$',
    '^Client (has encountered a connection error|was closed) and is not queryable$',
    '^Cannot use a pool after calling end on the pool$',
    '^PGlite is clos(ed|ing)$',
  ].join('|'),
)

/** Whether the embedded engine cannot go on after this. An SQL error leaves the database whole. */
export function isFatal(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true
  if (typeof error !== 'object' || error === null) return false
  const { name, severity, cause } = error as { name?: string; severity?: string; cause?: unknown }
  if (name === 'ExitStatus' || name === 'ErrnoError' || severity === 'PANIC' || severity === 'FATAL') return true
  return isFatal(cause)
}
