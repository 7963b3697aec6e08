import { createHash } from 'node:crypto'
import type { DictionaryEncoding } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import { SingleFlight } from '@marram/server/single-flight'
import { TooLate, within } from '@marram/server/within'
import { LRUCache } from 'lru-cache'
import type { DeltaEncoder } from './delta-encoder'
import type { HeldDictionary } from './dictionaries'

const MAX_BYTES = 32 * 1024 * 1024
/** What a remembered delta takes besides its bytes. */
const OVERHEAD_BYTES = 500
/** Then the whole file is sent: on a slow connection, the largest takes a second longer than its delta. */
const WAIT_MS = 500
/** After a failure: where there is no encoder for this machine, each attempt would start a thread. */
const REST_MS = 60_000

type Target = {
  /** Its bytes never change. */
  name: string
  bytes: Buffer
  /** The alternative, which must be larger. */
  brotli: Buffer
  /** Of Zstandard; the best one if it is left out. */
  level?: number
}

/** Files encoded by what is new in them, made when they are first asked for. */
export class Deltas {
  private readonly memory = new LRUCache<string, { delta: Buffer | undefined }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ delta }) => OVERHEAD_BYTES + (delta?.length ?? 0),
  })
  private readonly running = new SingleFlight<Buffer | undefined>()
  private restsUntil = 0

  constructor(
    private readonly encoder: Pick<DeltaEncoder, 'encode'>,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly waitMs = WAIT_MS,
  ) {}

  /**
   * The target with `held` as its dictionary, which `load` returns. Undefined if the target itself is to be sent: the
   * client holds something else, the delta is no smaller, or it is not there in time.
   */
  async from(
    held: HeldDictionary,
    target: Target,
    encoding: DictionaryEncoding,
    load: () => Promise<Buffer | undefined>,
  ): Promise<Buffer | undefined> {
    const key = `${encoding} ${held.digest} ${target.name}`
    const known = this.memory.get(key)
    if (known) return known.delta
    if (performance.now() < this.restsUntil) return undefined
    const make = async () => {
      const dictionary = await load()
      if (!dictionary || digestOf(dictionary) !== held.digest) return undefined
      const encoded = await this.encoder.encode({ ...target, dictionary, encoding })
      const delta = encoded && encoded.length < target.brotli.length ? encoded : undefined
      this.memory.set(key, { delta })
      return delta
    }
    try {
      // By its source too: what one client says wrongly decides nothing for others.
      return await within(this.waitMs, this.running.share(`${key} ${held.version} ${held.file}`, make))
    } catch (error) {
      if (error instanceof TooLate) return undefined
      if (performance.now() >= this.restsUntil)
        this.log.warn(
          { reason: (error as Error).message },
          'files cannot be encoded with dictionaries: they are sent whole',
        )
      this.restsUntil = performance.now() + REST_MS
      return undefined
    }
  }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
