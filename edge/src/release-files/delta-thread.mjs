// @ts-check
/** Encodes files with a dictionary (RFC 9842), in a thread: preparing the dictionary alone takes up to 0.1 seconds. */
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Decoder, Encoder } from '@toondepauw/node-zstd'

/** @import { DictionaryEncoding } from '@marram/server/encodings' */
/** @import { EncodeRequest, EncodeResponse } from './delta-encoder' */
/** @typedef {(bytes: Buffer, dictionary: Buffer, level?: number) => Buffer} Convert */
/** @typedef {{ magic: string, encode: Convert, decode: Convert }} Coder */

const BEST = 19

/** @type {Record<DictionaryEncoding, Coder>} */
const coders = {
  dcz: {
    magic: '5e2a4d1820000000',
    encode: (bytes, dictionary, level = BEST) => new Encoder(level, dictionary).encodeSync(bytes),
    decode: (bytes, dictionary) => new Decoder(dictionary).decodeSync(bytes),
  },
  dcb: {
    magic: 'ff444342',
    encode: (bytes, dictionary) => brotliCompressSync(bytes, brotliOptions(dictionary)),
    decode: (bytes, dictionary) => brotliDecompressSync(bytes, brotliOptions(dictionary)),
  },
}

/** `dictionary` is newer than the types, and than some versions of Node that this runs on. */
const brotliOptions = (/** @type {Buffer} */ dictionary) => /** @type {object} */ ({ dictionary })

/** @type {Map<Coder, boolean>} */
const known = new Map()

/** Older versions of Node ignore the dictionary, in both directions: nobody else could decode what they encode. */
function usesDictionaries(/** @type {Coder} */ coder) {
  const before = known.get(coder)
  if (before !== undefined) return before
  const random = Buffer.concat(Array.from({ length: 32 }, (_, i) => createHash('sha256').update(`${i}`).digest()))
  const result = coder.encode(random, random).length < random.length / 2
  known.set(coder, result)
  return result
}

/** Undefined if the coder ignores dictionaries. Throws if it decodes to something else than it encoded. */
export function encode(/** @type {EncodeRequest} */ { bytes, dictionary: given, encoding, level }, all = coders) {
  const coder = all[encoding]
  if (!usesDictionaries(coder)) return undefined
  const dictionary = Buffer.from(given)
  const encoded = coder.encode(Buffer.from(bytes), dictionary, level)
  if (!coder.decode(encoded, dictionary).equals(bytes)) throw new Error(`${encoding} decodes to something else`)
  const digest = createHash('sha256').update(dictionary).digest()
  return Buffer.concat([Buffer.from(coder.magic, 'hex'), digest, encoded])
}

const answer = (/** @type {EncodeResponse} */ response) => parentPort?.postMessage(response)

parentPort?.on('message', (/** @type {EncodeRequest} */ request) => {
  try {
    answer({ delta: encode(request) })
  } catch (error) {
    answer({ error: String(error) })
  }
})
