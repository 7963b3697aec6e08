import { createHash, randomBytes } from 'node:crypto'
import zlib from 'node:zlib'
import { TooLate } from '@marram/server/within'
import { Decoder } from '@toondepauw/node-zstd'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { DeltaEncoder } from './delta-encoder'
import { encode } from './delta-thread.mjs'
import { Deltas } from './deltas'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const before = Buffer.from(randomBytes(50_000).toString('hex'))
const after = Buffer.concat([before.subarray(0, 70_000), Buffer.from('what is new'), before.subarray(70_000)])
const HELD = { digest: sha256(before).toString('base64'), version: '1.0.0', file: 'browser/a.js' }
const target = {
  name: '/releases/files/events/2.0.0/browser/a.js',
  bytes: after,
  brotli: zlib.brotliCompressSync(after),
}

const encoder = new DeltaEncoder()
afterAll(() => encoder.stop())
const logged = fakeLog()
/** However busy this machine is. */
const patient = () => new Deltas(encoder, logged.log, 30_000)
let loads: number
beforeEach(() => {
  logged.lines.length = 0
  loads = 0
})
const load = async (): Promise<Buffer | undefined> => {
  loads += 1
  return before
}
/** Encodes nothing; `times` counts its calls. */
const counting = (result: () => Promise<Buffer | undefined>) => {
  const counted = {
    times: 0,
    encode() {
      counted.times += 1
      return result()
    },
  }
  return counted
}

describe('Zstandard', () => {
  it('has the dictionary’s digest, and decodes with it alone', async () => {
    const delta = await patient().from(HELD, target, 'dcz', load)
    expect(delta?.length).toBeLessThan(200)
    const [head, digest, frame] = [
      delta?.subarray(0, 8),
      delta?.subarray(8, 40),
      delta?.subarray(40) ?? Buffer.alloc(0),
    ]
    expect(head?.toString('hex')).toBe('5e2a4d1820000000')
    expect(digest).toEqual(sha256(before))
    expect(await new Decoder(before).decode(frame)).toEqual(after)
    const other = Buffer.from(randomBytes(50_000).toString('hex'))
    expect(await new Decoder(other).decode(frame).catch(() => undefined)).not.toEqual(after)
  })
})

describe('Brotli', () => {
  /** Older versions of Node ignore the dictionary: there, nobody gets such a response. */
  const dictionary = { dictionary: before } as object
  const isThere = zlib.brotliCompressSync(before, dictionary).length < 1000

  it(isThere ? 'decodes with the dictionary' : 'is not offered where Node knows no dictionaries', async () => {
    const delta = await patient().from(HELD, target, 'dcb', load)
    if (!isThere) return expect(delta).toBeUndefined()
    expect(delta?.subarray(0, 4).toString('hex')).toBe('ff444342')
    expect(delta?.subarray(4, 36)).toEqual(sha256(before))
    expect(zlib.brotliDecompressSync(delta?.subarray(36) ?? '', dictionary)).toEqual(after)
  })
})

describe('an encoder', () => {
  const coder = { magic: '', encode: () => Buffer.alloc(0), decode: () => after }
  const request = { bytes: after, dictionary: before, encoding: 'dcz' as const }

  it('that ignores the dictionary is not used', () => {
    const ignores = { ...coder, encode: (bytes: Buffer) => bytes }
    expect(encode(request, { dcz: ignores, dcb: ignores })).toBeUndefined()
  })

  it('that loses a byte is noticed', () => {
    expect(encode(request, { dcz: coder, dcb: coder })).toHaveLength(32)
    const loses = { ...coder, decode: () => after.subarray(1) }
    expect(() => encode(request, { dcz: loses, dcb: loses })).toThrow(/something else/)
  })
})

describe('the file itself is sent', () => {
  it('if the client holds something else than it says, which is asked of its source each time', async () => {
    const deltas = patient()
    const digest = sha256(after).toString('base64')
    for (const _ of [1, 2]) expect(await deltas.from({ ...HELD, digest }, target, 'dcz', load)).toBeUndefined()
    expect(loads).toBe(2)
    expect(await deltas.from(HELD, target, 'dcz', load)).toBeDefined()
  })

  it('if there is no such file any more', async () => {
    const none = counting(async () => Buffer.alloc(0))
    expect(await new Deltas(none, logged.log).from(HELD, target, 'dcz', async () => undefined)).toBeUndefined()
    expect(none.times).toBe(0)
  })

  it('if the delta is no smaller, which is remembered', async () => {
    const large = counting(async () => target.brotli)
    const deltas = new Deltas(large, logged.log)
    for (const _ of [1, 2]) expect(await deltas.from(HELD, target, 'dcz', load)).toBeUndefined()
    expect([large.times, loads]).toEqual([1, 1])
  })

  it('if too many are being encoded, and the next time the delta', async () => {
    let isBusy = true
    const busy = counting(async () => {
      if (isBusy) throw new TooLate('busy')
      return Buffer.from('delta')
    })
    const deltas = new Deltas(busy, logged.log)
    expect(await deltas.from(HELD, target, 'dcz', load)).toBeUndefined()
    isBusy = false
    expect(await deltas.from(HELD, target, 'dcz', load)).toEqual(Buffer.from('delta'))
    expect(logged.lines).toEqual([])
  })

  it('if the delta is late, which later clients get', async () => {
    let finish = (_: Buffer) => {}
    const slow = counting(() => new Promise<Buffer>((resolve) => (finish = resolve)))
    const deltas = new Deltas(slow, logged.log)
    expect(await deltas.from(HELD, target, 'dcz', load)).toBeUndefined()
    finish(Buffer.from('delta'))
    await expect.poll(() => deltas.from(HELD, target, 'dcz', load)).toEqual(Buffer.from('delta'))
    expect(slow.times).toBe(1)
  })

  it('if the encoder fails, which is said once and tried again a minute later', async () => {
    const broken = counting(async () => {
      throw new Error('no such binary')
    })
    const deltas = new Deltas(broken, logged.log)
    for (const _ of [1, 2, 3]) expect(await deltas.from(HELD, target, 'dcz', load)).toBeUndefined()
    expect(broken.times).toBe(1)
    expect(logged.lines).toEqual([
      { level: 'warn', fields: { reason: 'no such binary' }, message: expect.stringContaining('sent whole') },
    ])
  })
})

it('many clients share one encoding', async () => {
  const one = counting(async () => Buffer.from('delta'))
  const deltas = new Deltas(one, logged.log)
  const answers = await Promise.all(Array.from({ length: 50 }, () => deltas.from(HELD, target, 'dcz', load)))
  expect(new Set(answers.map(String))).toEqual(new Set(['delta']))
  expect([one.times, loads]).toEqual([1, 1])
})
