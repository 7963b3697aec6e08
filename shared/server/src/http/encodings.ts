import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type Encoding = 'br' | 'gzip'
/** Zstandard or Brotli with a dictionary that the client named (RFC 9842). */
export type DictionaryEncoding = 'dcz' | 'dcb'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** 100 KB take 4 ms; the best quality takes fifty times as long and saves a few hundredths. */
const QUALITY = 5

/** Headers whose result is remembered: browsers send few different ones, with every request. */
const MOST_KNOWN = 200

const ALL: readonly Encoding[] = ['br', 'gzip']
export const BROTLI_ALONE: readonly Encoding[] = ['br']
/** Zstandard first: it takes a tenth of the time for a few more bytes. */
export const WITH_DICTIONARY: readonly DictionaryEncoding[] = ['dcz', 'dcb']
type Any = Encoding | DictionaryEncoding
const known = new Map<readonly Any[], Map<string, Any | undefined>>(
  [ALL, BROTLI_ALONE, WITH_DICTIONARY].map((offered) => [offered, new Map()]),
)

/** The encoding among `offered`, best first, that an Accept-Encoding header prefers; none if it excludes all. */
export function acceptedEncoding(header?: string): Encoding | undefined
export function acceptedEncoding<Offered extends Any>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | undefined
export function acceptedEncoding(header = '', offered: readonly Any[] = ALL): Any | undefined {
  const results = known.get(offered)
  if (results?.has(header)) return results.get(header)
  const accepted = accept(header, offered)
  if (results && results.size < MOST_KNOWN && header.length < 100) results.set(header, accepted)
  return accepted
}

function accept(text: string, offered: readonly Any[]): Any | undefined {
  const weights = new Map<string, number>()
  for (const one of text.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = one.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  // Whoever accepts anything may have no dictionary.
  const others = (encoding: Any) => (WITH_DICTIONARY.some((each) => each === encoding) ? 0 : weights.get('*'))
  const weightOf = (encoding: Any) => weights.get(encoding) ?? others(encoding) ?? 0
  return offered.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))[0]
}

/** Compresses a single response, fast rather than small. */
export function encode(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(body)
  return brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY } })
}

/** As small as Brotli can: a tenth less, for forty times the work. For files that are requested often. */
export const encodeSmall = (body: Buffer): Promise<Buffer> =>
  brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY } })
