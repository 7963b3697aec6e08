import zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { acceptedEncoding, encode, WITH_DICTIONARY } from './encodings'

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['br;q=0.001', 'br'],
  ['gzip;q=1, br;q=0.1', 'gzip'],
  ['gzip;q=0.4, br;q=0.4', 'br'],
  ['br;level=4;q=0', undefined],
  ['br;q=soon', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['identity', undefined],
  ['brotli, x-gzip', undefined],
  ['', undefined],
  [undefined, undefined],
  ['identity, br', 'br'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

it('offers no encoding that it does not have', () => {
  expect(acceptedEncoding('gzip', ['br'])).toBeUndefined()
  expect(acceptedEncoding('gzip;q=1, br;q=0.1', ['br'])).toBe('br')
})

it.each([
  ['gzip, deflate, br, zstd, dcb, dcz', 'dcz'],
  ['br, dcb', 'dcb'],
  ['dcz;q=0.1, dcb', 'dcb'],
  ['dcz;q=0', undefined],
  ['br, zstd', undefined],
  ['*', undefined],
  ['dcb;q=0, *', undefined],
  [undefined, undefined],
])('Accept-Encoding %j gets %s of those with a dictionary, and none unless it is named', (header, encoding) => {
  expect(acceptedEncoding(header, WITH_DICTIONARY)).toBe(encoding)
})

it('encodes so that a browser reads the same bytes', async () => {
  const page = 'Running 🏃 '.repeat(500)
  const packed = { br: await encode(page, 'br'), gzip: await encode(Buffer.from(page), 'gzip') }
  expect(zlib.brotliDecompressSync(packed.br).toString()).toBe(page)
  expect(zlib.gunzipSync(packed.gzip).toString()).toBe(page)
})
