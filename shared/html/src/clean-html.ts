import { toHtml } from 'hast-util-to-html'
import { parse } from './parse-on-server'
import { allowed } from './sanitise'

/** More than any text needs; the parser closes and opens tags until nothing changes. */
const MOST_ROUNDS = 8

/**
 * HTML with nothing in it but what the list names, to be kept: cleaning it again changes nothing. Without that, a
 * browser could read something else out of it than what was checked. Throws where the input is no text of a person.
 */
export function cleanHtml(html: string): string {
  let clean = html
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const cleaner = toHtml(allowed(parse(clean)), { characterReferences: { useNamedReferences: true } })
    if (cleaner === clean) return clean
    clean = cleaner
  }
  throw new Error('the text does not come to rest')
}
