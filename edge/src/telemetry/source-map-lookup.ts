import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Place = { line: number; column: number }
export type Found = { source: string; line: number; column: number; name: string | null } | null
export type Question = { n: number; key: string; bytes: Uint8Array | undefined; forget: string[]; places: Place[] }
type Response = { n: number; found?: Found[]; error?: string }
type Waiting = { resolve: (found: Found[]) => void; reject: (error: Error) => void }

const MOST_MAPS = 6
const ANSWER_MS = 5000
const IDLE_MS = 60_000
const MEMORY_MB = 256
const program = fileURLToPath(new URL('./source-map-process.mjs', import.meta.url))

/** Looks places up in a process of its own, which ends when it is idle, late or too large. */
export class SourceMapLookup {
  private reader: ChildProcess | undefined
  private readonly waiting = new Map<number, Waiting>()
  /** What the process has; least recently used first. */
  private readonly held = new Set<string>()
  private idle: NodeJS.Timeout | undefined
  private last = 0

  /** `load` is asked for the map only where the process does not have it. */
  async find(key: string, places: Place[], load: () => Promise<Uint8Array>): Promise<Found[]> {
    const bytes = this.held.has(key) ? undefined : await load()
    const reader = this.running()
    // Another call may have loaded it meanwhile.
    const isHeld = this.held.delete(key)
    this.held.add(key)
    const forget = [...this.held].slice(0, Math.max(0, this.held.size - MOST_MAPS))
    for (const each of forget) this.held.delete(each)
    this.last += 1
    const question: Question = { n: this.last, key, bytes: isHeld ? undefined : bytes, forget, places }
    const late = setTimeout(() => this.end(new Error('a source map took too long')), ANSWER_MS)
    const response = new Promise<Found[]>((resolve, reject) => this.waiting.set(question.n, { resolve, reject }))
    // Its end rejects those who wait, by `exit`.
    reader.send(question, () => {})
    try {
      return await response
    } catch (error) {
      // It may not have understood the map.
      this.held.delete(key)
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  stop(): void {
    this.end(new Error('the edge stops'))
  }

  private running(): ChildProcess {
    clearTimeout(this.idle)
    this.idle = setTimeout(() => this.end(new Error('idle')), IDLE_MS).unref()
    if (this.reader) return this.reader
    const reader = fork(program, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    reader.on('message', (response: Response) => this.settle(response))
    const end = (why: string) => this.reader === reader && this.end(new Error(why))
    reader.on('error', ({ message }) => end(message))
    reader.on('exit', (code, signal) => end(`the reader of source maps ended with ${signal ?? code}`))
    this.reader = reader
    return reader
  }

  private settle({ n, found, error }: Response): void {
    const asked = this.waiting.get(n)
    this.waiting.delete(n)
    if (found) asked?.resolve(found)
    else asked?.reject(new Error(error))
  }

  private end(why: Error): void {
    clearTimeout(this.idle)
    this.reader?.kill('SIGKILL')
    this.reader = undefined
    this.held.clear()
    for (const { reject } of this.waiting.values()) reject(why)
    this.waiting.clear()
  }
}
