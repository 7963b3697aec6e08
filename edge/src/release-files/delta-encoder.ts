import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DictionaryEncoding } from '@marram/server/encodings'
import { Semaphore } from '@marram/server/semaphore'
import { TooLate } from '@marram/server/within'

export type EncodeRequest = {
  bytes: Uint8Array
  dictionary: Uint8Array
  encoding: DictionaryEncoding
  /** Of Zstandard; the best one if it is left out. */
  level?: number | undefined
}
/** `delta` is undefined where this machine cannot encode so. */
export type EncodeResponse = { delta?: Uint8Array | undefined; error?: string }

const RESPONSE_MS = 10_000
const IDLE_MS = 60_000
const ENCODING = { atOnce: 1, waiting: 100 }
const program = fileURLToPath(new URL('./delta-thread.mjs', import.meta.url))

/** Encodes in a thread of its own, one file at a time. It ends when it is idle. */
export class DeltaEncoder {
  private thread: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  private readonly semaphore = new Semaphore(ENCODING)

  /** Checked by decoding it. Undefined if this machine has no such encoder. Throws TooLate if too many are waiting. */
  encode({ bytes, dictionary, encoding, level }: EncodeRequest): Promise<Buffer | undefined> {
    return this.semaphore.run(
      () => this.ask({ bytes, dictionary, encoding, level }),
      () => new TooLate('too many files are being encoded'),
    )
  }

  stop(): void {
    clearTimeout(this.idle)
    void this.thread?.terminate()
    this.thread = undefined
  }

  private async ask(request: EncodeRequest): Promise<Buffer | undefined> {
    clearTimeout(this.idle)
    // An error rejects the pending request; without a listener it would end the edge.
    this.thread ??= new Worker(program).on('error', () => this.stop())
    // It keeps no process alive, but a request does.
    this.thread.unref()
    const response = once(this.thread, 'message', { signal: AbortSignal.timeout(RESPONSE_MS) })
    this.thread.postMessage(request)
    try {
      const [{ delta, error }] = (await response) as [EncodeResponse]
      if (error !== undefined) throw new Error(error)
      this.idle = setTimeout(() => this.stop(), IDLE_MS).unref()
      return delta && Buffer.from(delta.buffer, delta.byteOffset, delta.length)
    } catch (error) {
      this.stop()
      throw error
    }
  }
}
