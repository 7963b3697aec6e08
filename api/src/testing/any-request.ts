import { oddText } from '@marram/server/testing/any-json'
import fc, { type Arbitrary } from 'fast-check'
import type { SampleCall } from './sample-calls'

// Requests as the text that goes over the wire. Nothing here has a body or a line break of its own making:
// what breaks the protocol is tried elsewhere.

const asciiOnly = (text: string) => /^[\x21-\x7e]*$/.test(text)
const encoded = oddText.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')))

/** A path segment or a query value as it may be written, rightly or not. */
const written: Arbitrary<string> = fc.oneof(
  encoded,
  encoded.map(encodeURIComponent),
  encoded.map((text) => text.replaceAll('%', '')),
  fc.string({ unit: fc.constantFrom('%', '2', 'e', 'F', '0', '/', '.', '+', ';', '?', '&', '=', '[', ']', '#', '\\') }),
  fc.constantFrom('%', '%0', '%ZZ', '%C0%AE', '%ED%A0%80', '%FF', '%2F', '%2e%2e', '%252e%252e', '%u0041', '.', '..'),
  fc.constantFrom('x'.repeat(299), 'x'.repeat(301), '%41'.repeat(301), 'x'.repeat(12_000)),
)

/** The address of a call with odd names, and sometimes one segment too many or too few. */
function anyPath({ endpoint, params }: SampleCall): Arbitrary<string> {
  const segments = endpoint.path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (!name) return fc.constant(segment)
    return fc.oneof({ weight: 3, arbitrary: written }, fc.constant(encodeURIComponent(params?.[name] ?? '')))
  })
  const change = fc.option(
    fc.record({ at: fc.nat(8), remove: fc.nat(1), insert: fc.array(written, { maxLength: 2 }) }),
    {
      freq: 3,
    },
  )
  return fc
    .tuple(fc.tuple(...segments), change)
    .map(([parts, changed]) =>
      changed ? parts.toSpliced(changed.at, changed.remove, ...changed.insert).join('/') : parts.join('/'),
    )
}

/** Known parameters and others, several times, as lists and as objects. */
function anyQuery({ endpoint }: SampleCall): Arbitrary<string> {
  const known = [...Object.keys(endpoint.query ?? {}), 'q']
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom(...known).map((name) => `${name}[]`),
    fc.constantFrom('__proto__', 'constructor', 'page[a][b]', 'toString', ''),
    written,
  )
  const value = fc.oneof(written, fc.constantFrom('1', '0', '-1', '1e3', '99999999999', 'desc', 'name', 'news', 'tide'))
  const pair = fc.tuple(key, fc.constantFrom('=', '', '=='), value).map((parts) => parts.join(''))
  return fc
    .tuple(fc.array(pair, { maxLength: 4 }), fc.constantFrom('&', '&&', ';'))
    .map(([pairs, between]) => (pairs.length > 0 ? `?${pairs.join(between)}` : ''))
}

const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
const headerValue = fc.oneof(visible, fc.constantFrom('', '*', '"', ',,,', 'x'.repeat(7_000), '\xe9\xff', 'W/"a", "b"'))
const anyHeader: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      ...['idempotency-key', 'authorization', 'if-none-match', 'accept-encoding', 'range', 'x-forwarded-for'],
      ...['accept', 'accept-version', 'content-type', 'content-encoding', 'cookie', 'origin', 'forwarded', 'host'],
      ...['if-modified-since', 'x-http-method-override', 'x-forwarded-host', 'x-real-ip', 'upgrade', 'te', '__proto__'],
    ),
    fc.oneof(
      headerValue,
      fc.constantFrom('br;q=1', 'gzip;q=x,br;q=', 'identity;q=0, *;q=0', 'bytes=0-1', 'Bearer a.b.c', '::1, 10.0.0.1'),
    ),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`)

export type RawRequest = { method: string; text: string }

/** A nearly valid request to a call. */
export function anyRequest(call: SampleCall): Arbitrary<RawRequest> {
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant(call.endpoint.method) },
    fc.constantFrom('HEAD', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'),
  )
  return fc
    .record({ method, path: anyPath(call), query: anyQuery(call), headers: fc.array(anyHeader, { maxLength: 3 }) })
    .filter(({ path, query }) => asciiOnly(path + query) && path.startsWith('/'))
    .map(({ method, path, query, headers }) => {
      const own = 'host: localhost\r\nconnection: close\r\ncontent-length: 0\r\n'
      return { method, text: `${method} ${path}${query} HTTP/1.1\r\n${own}${headers.join('')}\r\n` }
    })
}
