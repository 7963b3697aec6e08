import { Refusal } from './refusal'

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !isWellFormed(value))
      throw new Refusal(400, 'The text has characters that cannot be stored.')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(part)
    }
  }
}

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)
