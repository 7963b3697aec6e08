import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Semaphore } from '@marram/server/semaphore'

type Place = { line: number; column: number }
export type Found = { source: string; line: number; column: number; name: string | null } | null
export type LookupRequest = { key: string; map?: Uint8Array; place: Place }
/** Neither is set if the process does not have the map. */
export type LookupResponse = { found?: Found; error?: string }

const RESPONSE_MS = 5000
const IDLE_MS = 60_000
const MEMORY_MB = 256
const program = fileURLToPath(new URL('./source-map-process.mjs', import.meta.url))

/** Looks places up in a separate process, one at a time; it is ended when it is idle, late or too large. */
export class SourceMapLookup {
  private reader: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined
  private readonly semaphore = new Semaphore({ atOnce: 1 })

  /** `load` is asked for the map only where the process does not have it. */
  find(key: string, place: Place, load: () => Promise<Uint8Array>): Promise<Found | undefined> {
    return this.semaphore.run(async () => {
      const known = await this.ask({ key, place })
      return known === undefined ? this.ask({ key, place, map: await load() }) : known
    })
  }

  stop(): void {
    clearTimeout(this.idle)
    this.reader?.kill('SIGKILL')
    this.reader = undefined
  }

  private async ask(request: LookupRequest): Promise<Found | undefined> {
    clearTimeout(this.idle)
    this.reader ??= this.start()
    const response = once(this.reader, 'message', { signal: AbortSignal.timeout(RESPONSE_MS) })
    this.reader.send(request, () => {})
    try {
      const [{ found, error }] = (await response) as [LookupResponse]
      if (error !== undefined) throw new Error(error)
      this.idle = setTimeout(() => this.stop(), IDLE_MS).unref()
      return found
    } catch (error) {
      this.stop()
      throw error
    }
  }

  private start(): ChildProcess {
    const reader = fork(program, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // An error rejects the pending request.
    reader.on('error', () => {})
    return reader.once('exit', (code, signal) => {
      if (this.reader === reader) this.reader = undefined
      reader.emit('error', new Error(`the source map process ended with ${signal ?? code}`))
    })
  }
}
