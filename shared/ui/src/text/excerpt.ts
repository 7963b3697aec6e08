import { LEADS_ON } from '@marram/html/leads-on'
import { visibleText } from './visible-text'

const SENTENCE_END = /[\p{Ll}\p{N}’”"')][.!?]+[’”"')]*(?= [\p{Lu}\p{N}‘“"'(])/gu
/** At most `limit` visible characters of `html`, cut after a sentence, else a part of one, else a word that can be the last, with an ellipsis. */
export function excerpt(html: string, limit: number): string {
  // A character has two units at most, and by two more the end of a sentence is known.
  const characters = Array.from(visibleText(html, 2 * limit + 4))
  if (characters.length <= limit) return characters.join('')
  const whole = wholeSentences(characters, limit)
  if (whole) return whole
  const cut = characters.slice(0, limit)
  const lastSpace = characters[limit] === ' ' ? limit : cut.lastIndexOf(' ')
  const shortened = lastSpace > limit * 0.6 ? cut.slice(0, lastSpace) : cut
  const text = shortened.join('')
  const part = PART.exec(text)?.[1] ?? ''
  return `${(Array.from(part).length > limit * 0.6 ? part : text).replace(LEADS_ON, '')}…`
}

/** Up to its last comma or the like, behind which another part begins. */
const PART = /^(.*)(?:[,;:]| –)\s/s

/** Empty if they are too short. */
function wholeSentences(characters: string[], limit: number): string {
  // With the two characters behind it, by which the end of a sentence is known.
  const text = characters.slice(0, limit + 2).join('')
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.length)
  const whole = text.slice(0, ends.at(-1) ?? 0)
  return Array.from(whole).length >= limit / 2 ? whole : ''
}
