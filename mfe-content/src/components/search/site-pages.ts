import type { CorrectedWord } from '@marram/api-contract/search'
import { configuration } from '@marram/sdk/configuration'

/** The kind of what is found here, beside those of the API. */
export const PAGE = 'page'

/** Pages that sections declare, whose words begin with all of these. Pages with such a title come first. */
export function findPages(q: string) {
  const asked = tokens(q)
  const hits = (configuration().searchPages ?? []).flatMap(({ path, title, about }) => {
    const words = tokens(`${title} ${about}`)
    if (asked.length === 0 || !asked.every(({ word }) => words.some((each) => each.word.startsWith(word)))) return []
    const rangesIn = (text: string) =>
      tokens(text)
        .filter((each) => asked.some(({ word }) => each.word.startsWith(word)))
        .map(({ start, end }) => [start, end])
    const [title_matches, excerpt_matches] = [rangesIn(title), rangesIn(about)]
    return [{ kind: PAGE, slug: path, title, excerpt: about, url: path, title_matches, excerpt_matches } as const]
  })
  return hits.sort((a, b) => Number(b.title_matches.length > 0) - Number(a.title_matches.length > 0))
}

export type PageHit = ReturnType<typeof findPages>[number] & { image?: undefined }

/** A shorter word is another word with one other letter. */
const SHORTEST_MISTYPED = 4

/** Words that no declared page has, and those of pages that have one other letter. */
export function mistypedForPages(q: string): CorrectedWord[] {
  const known = (configuration().searchPages ?? []).flatMap(({ title, about }) => tokens(`${title} ${about}`))
  return tokens(q).flatMap(({ word, start, end }) => {
    if (word.length < SHORTEST_MISTYPED || known.some((each) => each.word.startsWith(word))) return []
    const right = known.find((each) => isOneSlip(word, each.word))
    return right ? [{ word: q.slice(start, end), instead: [right.word] }] : []
  })
}

/** Words without case and accents, and their places in the text. */
const tokens = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    start: index,
    end: index + word.length,
  }))

/** Whether one letter is missing, too much or another one, or two stand in the wrong order. */
export function isOneSlip(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const [left, right] = [typed.slice(same), word.slice(same)]
  if (left === right) return false
  if (left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)) return true
  return left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]
}
