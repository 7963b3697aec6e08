import { TooLate } from '../process/within'

/** The embedded database stopped; only a new process can open it again. */
export class DatabaseStopped extends Error {
  override readonly name = 'DatabaseStopped'
}

/** A start needs disk space too: PostgreSQL replays its log and begins a new segment of 16 MB. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  constructor(folder: string, options: ErrorOptions) {
    super(`the disk of ${folder} is full; the database needs 32 MB to start`, options)
  }
}

/** Later versions of the service have migrated the database, and this one cannot work with what they need. */
export class DatabaseIsNewer extends Error {
  override readonly name = 'DatabaseIsNewer'
  constructor(needed: string, newest: string) {
    super(
      `the database is that of a later version: it needs migration ${needed}, and this version ends with ${newest}. Start the later version, or restore a backup from before it`,
    )
  }
}

/** Whether the database does not respond or its disk is full; undefined for any other failure. */
export function databaseFault(error: unknown): 'away' | 'disk-full' | undefined {
  const chain = causes(error)
  if (chain.some(({ code }) => code === DISK_FULL || code === 'ENOSPC')) return 'disk-full'
  return chain.some((each) => isAway(each) || isFatalAlone(each)) ? 'away' : undefined
}

type Failure = { code?: unknown; message?: unknown; name?: unknown; severity?: unknown }

/** An error and its causes: Drizzle wraps what the engine throws. */
export function causes(error: unknown): Failure[] {
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

/** Messages of pg and PGlite, which have no code for a connection that failed or ended. */
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

/** Whether the embedded engine cannot continue after this. An SQL error leaves the database intact. */
export const isFatal = (error: unknown): boolean => causes(error).some(isFatalAlone)

const isFatalAlone = (failure: Failure) =>
  failure instanceof WebAssembly.RuntimeError ||
  failure.name === 'ExitStatus' ||
  failure.name === 'ErrnoError' ||
  failure.severity === 'PANIC' ||
  failure.severity === 'FATAL'
