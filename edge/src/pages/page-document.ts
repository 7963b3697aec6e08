import { type FixedParts, fixedParts, pageDocument } from '@marram/rendering/page-document'
import { type Encoding, encode, encodeSmall } from '@marram/server/encodings'
import { etagOf } from '@marram/server/etag'
import { Semaphore } from '@marram/server/semaphore'
import { LRUCache } from 'lru-cache'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import type { Shared } from './shared-caches'

/** Each may be 70 KB, and is quickly created again. */
const MOST_VALUES = 256

type Key = { live: LiveComposition; owner: OwnedPage | undefined; kind?: string }

/** The last values that were created for pages of compositions: there may be thousands. */
export class PageMemo<Value extends object> {
  private readonly values = new LRUCache<string, Value>({ max: MOST_VALUES })

  get({ live, owner, kind = '' }: Key, create: () => Value): Value {
    const key = `${live.number} ${kind} ${owner?.section} ${owner?.page.pattern}`
    const value = this.values.get(key) ?? create()
    this.values.set(key, value)
    return value
  }
}

const fixed = new PageMemo<FixedParts>()

type Given = Omit<Parameters<typeof pageDocument>[0], 'fixed'> & { live: LiveComposition; owner: OwnedPage | undefined }

export const htmlDocument = ({ live, owner, ...given }: Given): Buffer =>
  pageDocument({ ...given, owner, fixed: fixed.get({ live, owner }, () => fixedParts(live, owner)) })

/** With its compressed copies a page takes less than half of itself again. */
const WITH_ENCODINGS = 1.5

const WORTH_A_SMALL_COPY = 50
/** One page at a time: others need the same threads. */
const packing = new Semaphore({ atOnce: 1, waiting: 20, waitMs: 10_000 })

/** A whole response for a page's address, without what depends on the visitor. */
export class PageDocument {
  readonly etag: string
  /** Undefined for a page that nobody else may get. */
  shared?: Shared | undefined
  /** Of an app shell: the section in whose file its page threw. */
  thrownBy?: string | undefined
  /** A promise while it is being compressed, or if that failed. */
  private readonly encoded = new Map<Encoding, Buffer | Promise<Buffer>>()
  private asked = 0

  constructor(
    readonly status: number,
    readonly html: Buffer,
    /** How it was created, for operators. */
    readonly origin: string,
    readonly location?: string,
  ) {
    this.etag = etagOf(html)
  }

  get bytes(): number {
    return Math.ceil(this.html.length * WITH_ENCODINGS)
  }

  /** Undefined if it was not requested in this encoding before. */
  encodedIn(encoding: Encoding | undefined): Buffer | undefined {
    if (!encoding) return this.html
    if (encoding === 'br') {
      this.asked += 1
      if (this.asked === WORTH_A_SMALL_COPY) void this.packSmall()
    }
    const known = this.encoded.get(encoding)
    return known instanceof Promise ? undefined : known
  }

  private async packSmall(): Promise<void> {
    try {
      this.encoded.set('br', await packing.run(() => encodeSmall(this.html)))
    } catch {
      // Encodings that are already there are still sent.
      this.asked = 0
    }
  }

  in(encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return this.html
    const known = this.encoded.get(encoding)
    if (known) return known
    const body = encode(this.html, encoding)
    this.encoded.set(encoding, body)
    // The caller handles a failure.
    body.then(
      (bytes) => this.encoded.set(encoding, bytes),
      () => {},
    )
    return body
  }
}
