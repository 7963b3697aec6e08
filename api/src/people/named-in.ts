import { normalPhone, phoneMistake } from '@marram/api-contract/phone'
import { textOfHtml } from '../content/plain-text'
import { OperatorMistake } from '../operator-mistake'

/** A phone number as it is stored, or an e-mail address in lower case. */
export type Named = { phone: string; email?: never } | { email: string; phone?: never }

/** In one form of Unicode, without invisible characters: numbers are often copied with direction marks. */
const visible = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/** Throws `OperatorMistake` for anything else. */
export function readNamed(typed: string): Named {
  const text = visible(typed).trim()
  if (/^\S+@\S+$/.test(text)) return { email: text.toLowerCase() }
  const mistake = text.includes('@') ? 'This is no e-mail address' : phoneMistake(text)
  if (mistake)
    throw new OperatorMistake(`${mistake}. Name one phone number or e-mail address, in quotes if it has spaces.`)
  return { phone: normalPhone(text) }
}

/** What may be a phone number, or several of them. */
const DIGITS = /\+?\d[\d\s\p{Pd}()[\]./]*/gu
const PART_OF_ADDRESS = '[\\p{L}\\p{M}\\p{N}_%+-]'

/** With 0044 and a 0 behind it. */
const LONGEST_PHONE = 16

/** Whether the first of these groups of digits are the number, whatever the others are: `0161496000 - 9am`. */
function beginsWith(groups: string[], phone: string): boolean {
  let written = ''
  return groups.some((group) => {
    written += group
    return written.length <= LONGEST_PHONE && normalPhone(written) === phone
  })
}

/**
 * Whether a text, which may be HTML, names the person anywhere, however the number or address is written. `surely` leaves
 * out what may as well be another number: `0161496000 1`.
 */
export function isNamedIn(value: string, { phone, email }: Named, surely = false): boolean {
  return [value, textOfHtml(value)].some((each) => {
    const text = visible(each)
    if (email === undefined)
      return (text.match(DIGITS) ?? []).some((run) => {
        const groups = run.match(/\+?\d+/g) ?? []
        const number = normalPhone(groups.join(''))
        const isOne = !phoneMistake(number)
        if (isOne && surely) return number === phone
        if (groups.some((_, i) => beginsWith(groups.slice(i, i + LONGEST_PHONE), phone))) return true
        // Without a gap, another number of 11 digits may begin with this one of 10; what is no number may be several.
        return !isOne && [phone, phone.replace(/^0/, '44')].some((each) => number.includes(each))
      })
    const at = `(?<!${PART_OF_ADDRESS}['’]?|\\.)${email.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')}(?!${PART_OF_ADDRESS}|\\.[\\p{L}\\p{N}])`
    return new RegExp(at, 'u').test(text.toLowerCase())
  })
}
