/** How many digits a phone number may have, without the country: the specification's check has 10, its message 11. */
export const PHONE_DIGITS = [10, 11] as const
export const NO_PHONE = 'Phone no is required'

const SEPARATORS = /[\s\p{Pd}()[\]]/gu
const MINUS = /^[-\u2212]/
const BRITAIN = /^(?:\+44|0044)0?/

/** A number as it is stored and compared: without spaces, hyphens and brackets, and with 0 for +44 and 0044. */
export const normalPhone = (typed: string): string =>
  typed.normalize('NFKC').replace(SEPARATORS, '').replace(BRITAIN, '0')

/** The first thing that is wrong with a phone number as it was typed; undefined if nothing is. */
export function phoneMistake(typed: string): string | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return NO_PHONE
  const digits = normalPhone(trimmed).replace(MINUS, '')
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(digits)) return "Doesn't look like a phone no"
  if (MINUS.test(trimmed)) return "Phone no can't start with a minus"
  if (digits.includes('.')) return "Phone no can't include a decimal point"
  if (!isLength(digits.length)) return `Phone no must be ${PHONE_DIGITS.join(' or ')} digits`
  return undefined
}

const isLength = (length: number) => PHONE_DIGITS.some((digits) => digits === length)

/** The key to look somebody up by: the normal form of a phone number, and anything else as it was typed. */
export const phoneKey = (typed: string): string => (phoneMistake(typed) ? typed.trim() : normalPhone(typed))
