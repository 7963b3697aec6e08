import { createHash } from 'node:crypto'
import { type Encoding, encode, encodeSmall } from '@marram/server/encodings'
import { Semaphore } from '@marram/server/semaphore'

/** Compressed once in each way, a page takes less than half of itself again. */
const WITH_ENCODINGS = 1.5

/** A page that was sent so often goes on being sent, most likely, until its content changes. */
const OFTEN = 50
/** One page at a time: others wait for the same threads, and a page that many ask for will ask again. */
const packing = new Semaphore({ atOnce: 1, waiting: 20, waitMs: 10_000 })

/** A whole response for a page's address, but for what depends on the visitor. */
export class PageDocument {
  readonly etag: string
  private readonly encoded = new Map<Encoding, Promise<Buffer>>()
  private readonly bytesIn = new Map<Encoding, Buffer>()
  private asked = 0

  constructor(
    readonly status: number,
    readonly html: Buffer,
    /** How it was created, for operators. */
    readonly origin: string,
    /** Where it leads. */
    readonly location?: string,
  ) {
    this.etag = `"${createHash('sha1').update(html).digest('base64url')}"`
  }

  /** Memory that it takes. */
  get bytes(): number {
    return Math.ceil(this.html.length * WITH_ENCODINGS)
  }

  /** Undefined where it was not asked for in this encoding before. */
  encodedIn(encoding: Encoding | undefined): Buffer | undefined {
    if (!encoding) return this.html
    if (encoding === 'br') {
      this.asked += 1
      if (this.asked === OFTEN) void this.packSmall()
    }
    return this.bytesIn.get(encoding)
  }

  private async packSmall(): Promise<void> {
    const release = await packing.acquire()
    if (!release) {
      this.asked = 0
      return
    }
    const small = encodeSmall(this.html).finally(release)
    // What was there already goes on being sent.
    const bytes = await small.catch(() => undefined)
    if (!bytes) return
    this.encoded.set('br', small)
    this.bytesIn.set('br', bytes)
  }

  /** Compressed when it is first asked for so. */
  in(encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return this.html
    const known = this.encoded.get(encoding)
    if (known) return known
    const body = encode(this.html, encoding)
    this.encoded.set(encoding, body)
    // The caller handles a failure.
    body.then(
      (bytes) => this.bytesIn.set(encoding, bytes),
      () => {},
    )
    return body
  }
}
