import { toHtml } from 'hast-util-to-html'
import { parse } from './parse-on-server'
import { allowed } from './sanitise'

/** More than any text needs, since parsing is repeated until nothing changes. */
const MOST_PASSES = 8

/**
 * Stored HTML with only the elements of the list. Cleaning it again changes nothing: otherwise a browser could parse it
 * differently from what was checked. Throws if the input is not a text of a person.
 */
export function cleanHtml(html: string): string {
  let clean = html
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const cleaner = toHtml(allowed(parse(clean)), { characterReferences: { useNamedReferences: true } })
    if (cleaner === clean) return clean
    clean = cleaner
  }
  throw new Error('the text does not come to rest')
}
