import { visibleText } from './visible-text'

/** At most `limit` visible characters of `html`, cut between words, with an ellipsis only where something was cut. */
export function excerpt(html: string, limit: number): string {
  const characters = Array.from(visibleText(html))
  if (characters.length <= limit) return characters.join('')
  const cut = characters.slice(0, limit)
  const lastSpace = characters[limit] === ' ' ? limit : cut.lastIndexOf(' ')
  const shortened = lastSpace > limit * 0.6 ? cut.slice(0, lastSpace) : cut
  return `${shortened.join('').replace(/[\s,;:.&–—-]+$/, '')}…`
}
