import fc, { type Arbitrary } from 'fast-check'
import { oddText } from './any-json'

/** Every byte escaped, so that it stays one path segment. */
export const escaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** A path segment without a meaning, or with a harmful one. */
export const oddStep: Arbitrary<string> = fc.oneof(
  oddText.map(escaped),
  fc.constantFrom('%zz', '%C0%AE', '%00', '..%2f..', '%2e%2e', '__proto__', 'constructor', '-', 'x'.repeat(1200)),
)

/** A query that no endpoint declares. */
export const oddQuery: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom('?', '?%', '?x', '?__proto__=1&constructor[prototype]=2', '?a=1&a=2', `?${'x'.repeat(5000)}`),
)

/** Types that are not what a call takes, or are written so that they might be. */
export const oddTypes = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'],
  ...['application/json; charset=utf-16', 'application/json, text/plain', 'json', '/', '\x80'],
]
