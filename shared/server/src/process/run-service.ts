import { parseArgs } from 'node:util'
import { FolderInUse } from '@marram/files/folder-lock'
import { DatabaseIsNewer, DiskFull } from '../db/database-faults'
import { closeData, ForeignData } from './closed-data'
import { createLog, type Logger } from './log'
import { createMetrics, type Metrics, serveMetrics } from './metrics'

export type RunningService = {
  /** Where it listens, for the log. */
  url: string
  close(): Promise<void>
}

/** A service that takes longer to close is killed. */
const CLOSE_WITHIN = 10_000

type Settings = { MARRAM_DATA: string; METRICS_PORT: number; INTERNAL_BIND: string }

/**
 * Runs a server for the life of this process, with log and metrics, and sends its parent `ready`. First it closes the
 * server's part of the data folder. Closes the server gracefully on SIGTERM and SIGINT, and when the parent ends (the IPC
 * channel ends even after kill -9). A start that fails ends the process with code 1.
 */
export async function runServer(
  name: string,
  { MARRAM_DATA, METRICS_PORT: port, INTERNAL_BIND: host }: Settings,
  start: (parts: { log: Logger; metrics: Metrics }) => Promise<RunningService>,
): Promise<void> {
  const log = createLog(name)
  const metrics = createMetrics()
  let service: RunningService | undefined
  let stopping = false

  const stop = async (why: string, code = 0) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), CLOSE_WITHIN).unref()
    log.info({ why }, 'stopping')
    try {
      await service?.close()
    } catch (error) {
      log.error(error, 'could not close in order')
      code = 1
    }
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))
  process.on('disconnect', () => stop('its parent went away'))
  // The state after such an error is unknown; the supervisor starts a fresh process.
  const fail = (what: string) => (error: unknown) => {
    log.fatal(error, what)
    void stop(what, 1)
  }
  process.on('uncaughtException', fail('an uncaught error'))
  process.on('unhandledRejection', fail('an unhandled rejection'))

  try {
    closeData(MARRAM_DATA, [name])
    const served = await serveMetrics(metrics, { port, host, log })
    const { url, close } = await start({ log, metrics })
    service = { url, close: () => served.close().then(close) }
    log.info({ url }, 'ready')
    process.send?.('ready')
  } catch (error) {
    process.stderr.write(`${name}: ${startFailure(error)}\n`)
    process.exit(1)
  }
}

/** The flags that a service was started with. Reports in a line what it does not know, and ends the process with code 1. */
export function serviceFlags<Flag extends string = never>(name: string, ...known: Flag[]): Record<Flag, boolean> {
  const options = Object.fromEntries(known.map((flag) => [flag, { type: 'boolean' as const, default: false }]))
  try {
    return parseArgs({ options }).values as Record<Flag, boolean>
  } catch (error) {
    const [what] = (error as Error).message.split('. ')
    const takes = known.map((flag) => `--${flag}`).join(' and ') || 'no arguments'
    process.stderr.write(`${name}: ${what}; it takes ${takes}\n`)
    process.exit(1)
  }
}

/** For a job before an upgrade: applies the migrations and ends the process, with code 1 and a line where that fails. */
export async function migrateAndEnd(name: string, open: () => Promise<{ close(): Promise<void> }>): Promise<never> {
  try {
    const database = await open()
    await database.close()
    process.stdout.write(`${name}: the database has all migrations of this version\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${name}: ${startFailure(error)}\n`)
    process.exit(1)
  }
}

/** Why a service could not start: one line for a known reason, else the stack. */
export function startFailure(error: unknown): string {
  if ([FolderInUse, DiskFull, ForeignData, DatabaseIsNewer].some((kind) => error instanceof kind))
    return (error as Error).message
  const { code, syscall, port, path, address, message, stack, cause } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
    cause?: unknown
  }
  if (code === 'EADDRINUSE') return `port ${port ?? path} is already in use`
  if (code === 'EACCES' && port) return `port ${port} may not be used by this user`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || (code === 'ENOENT' && syscall === 'mkdir'))
    return `${path} may not be written by this user`
  if (code === 'ENOTDIR') return `${path} is not a folder`
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${address}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `the database cannot be reached (${message || code})`
  // 28…: the password, 3D000: no such database, 57P03: still starting.
  if (code && /^(28...|3D000|57P03)$/.test(code)) return `the database refuses: ${message}`
  if (cause instanceof Error) return startFailure(cause)
  return stack ?? String(error)
}

/** For `onStopped` of a database: the response is sent first, then the process ends and is started again. */
export function endAfterFailure(log: Logger): (error: Error) => void {
  return (error) => {
    log.fatal(error, 'the database stopped; this process ends so that it can be opened again')
    setTimeout(() => process.exit(1), 500).unref()
  }
}
