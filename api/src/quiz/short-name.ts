import { and, eq } from 'drizzle-orm'
import { plain } from '../content/plain-text'
import type { Db } from '../database/schema'
import { quizScores } from './tables'

/** In these scripts a name is a few characters without a space. */
const WITHOUT_GAPS = /[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]/u
/** Six digits are not a phone number. */
const PHONE = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){6,}/gu

/**
 * A name as lists show it, whatever was typed: the first word with the initial of the last, or a number at its end
 * (`Team 7`). Many participants are children.
 */
export function shortName(name: string): string {
  const [named = ''] = name.normalize('NFKC').split('@')
  const [first, ...others] = named.replace(PHONE, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (first === undefined) return '…'
  const gap = first.search(WITHOUT_GAPS)
  if (gap === 0) return [...first].slice(0, 1).join('')
  const [, figures, letter] = /^\p{M}*(?:(\p{N}+)|(\p{L}\p{M}*))/u.exec(others.at(-1) ?? '') ?? []
  const last = figures ?? (letter && `${letter.toLocaleUpperCase('en')}.`)
  return [gap === -1 ? first : first.slice(0, gap), last].filter(Boolean).join(' ').normalize('NFC')
}

/** The columns by which a list shows and sorts a name. The key is cut, because one character can become many and an index has limits. */
export function shownName(name: string) {
  const short = shortName(name)
  return { shortName: short, nameKey: [...plain(short)].slice(0, 100).join('') }
}

/** Adds short names to scores that were stored without them. */
export async function shortenNames(db: Db): Promise<void> {
  const isOld = eq(quizScores.shortName, '')
  for (const { name } of await db.selectDistinct({ name: quizScores.name }).from(quizScores).where(isOld))
    await db
      .update(quizScores)
      .set(shownName(name))
      .where(and(isOld, eq(quizScores.name, name)))
}
